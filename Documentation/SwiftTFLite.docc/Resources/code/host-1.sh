tflite inspect detector/model.tflite
