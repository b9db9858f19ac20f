tflite detect --model good.tflite street.png
tflite detect --model damaged.tflite street.png
