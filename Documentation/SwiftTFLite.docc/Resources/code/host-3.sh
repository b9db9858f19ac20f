tflite inspect detector/model.tflite
tflite detect --model detector photo.jpg -o photo-detected.png
mkdir -p public
cp detector/model.tflite public/detector-1.tflite
cp detector/dict.txt public/detector-1.txt
