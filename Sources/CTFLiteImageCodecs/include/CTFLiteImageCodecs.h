void tflite_image_codecs_placeholder(void);
