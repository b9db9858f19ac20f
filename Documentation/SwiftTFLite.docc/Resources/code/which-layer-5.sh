tflite detect --model good.tflite street.png
tflite detect --model damaged.tflite street.png
tflite compare damaged.tflite good.tflite street.png --differing || echo "they differ"
tflite compare damaged.tflite good.tflite street.png --differing --html report || true
tflite extract damaged.tflite --from 12 --to 12 -o operator-12.tflite
tflite inspect operator-12.tflite
tflite compare damaged.tflite --against litert street.png --differing
