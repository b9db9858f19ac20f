tflite models add coco_ssd_mobilenet_v1_1.0_quant_metadata
tflite models path coco_ssd_mobilenet_v1_1.0_quant_metadata
tflite detect --model coco_ssd_mobilenet_v1_1.0_quant_metadata street.png -o street-detected.png
cp "$(tflite models path coco_ssd_mobilenet_v1_1.0_quant_metadata)" ssd.tflite
