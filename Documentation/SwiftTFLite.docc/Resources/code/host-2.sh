tflite inspect detector/model.tflite
tflite detect --model detector photo.jpg -o photo-detected.png
