#include "CTFLiteImageCodecs.h"
void tflite_image_codecs_placeholder(void) {}
