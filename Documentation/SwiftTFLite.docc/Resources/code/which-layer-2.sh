tflite detect --model good.tflite street.png
tflite detect --model damaged.tflite street.png
tflite compare damaged.tflite good.tflite street.png --differing || echo "they differ"
