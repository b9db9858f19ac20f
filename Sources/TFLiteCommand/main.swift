print("tflite")
