tflite inspect detector/model.tflite
tflite detect --model detector photo.jpg -o photo-detected.png
mkdir -p public
cp detector/model.tflite public/detector-1.tflite
cp detector/dict.txt public/detector-1.txt
hash() { sha256sum < "$1" | cut -c -64; }
cat > public/new-index.json << INDEX
{"models": [
  {"name": "detector", "version": "1",
   "url": "detector-1.tflite", "sha256": "$(hash public/detector-1.tflite)",
   "labels": {"url": "detector-1.txt", "sha256": "$(hash public/detector-1.txt)"}}
]}
INDEX
mv public/new-index.json public/index.json
tflite models add detector --from public/index.json
tflite detect --model detector photo.jpg
cp detector/newer.tflite public/detector-2.tflite
sed -e 's/"version": "1"/"version": "2"/' -e 's/detector-1.tflite/detector-2.tflite/' \
  -e "s/$(hash public/detector-1.tflite)/$(hash public/detector-2.tflite)/" \
  public/index.json > public/new-index.json
mv public/new-index.json public/index.json
tflite models update
