// A Mac compiles all targets of a checkout, also those that nothing depends on there.
#ifndef __APPLE__
#include "CTFLiteImageCodecs.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

struct TFLitePNGDecoder {
  png_structp library;
  png_infop info;
  png_infop end_info;
  jmp_buf escape;
  const uint8_t *bytes;
  size_t count;
  size_t position;
  TFLiteCodecStatus status;
  char warning[128];
  char message[256];
};

static _Noreturn void handle_error(png_structp library, png_const_charp message) {
  TFLitePNGDecoder *decoder = png_get_error_ptr(library);
  if (decoder->status == TFLiteCodecStatusSuccess) {
    // The library reports the particulars of a bad header as warnings, and then a general error.
    int out_of_memory = strstr(message, "memory") != NULL;
    decoder->status = out_of_memory ? TFLiteCodecStatusOutOfMemory : TFLiteCodecStatusCorrupt;
    if (decoder->warning[0])
      snprintf(decoder->message, sizeof decoder->message, "%s (%s)", message, decoder->warning);
    else
      snprintf(decoder->message, sizeof decoder->message, "%s", message);
  }
  longjmp(decoder->escape, 1);
}

static void handle_warning(png_structp library, png_const_charp message) {
  TFLitePNGDecoder *decoder = png_get_error_ptr(library);
  snprintf(decoder->warning, sizeof decoder->warning, "%s", message);
}

static void read_bytes(png_structp library, png_bytep destination, size_t count) {
  TFLitePNGDecoder *decoder = png_get_io_ptr(library);
  if (count > decoder->count - decoder->position) {
    decoder->position = decoder->count;
    decoder->status = TFLiteCodecStatusTruncated;
    snprintf(decoder->message, sizeof decoder->message, "the data ends early");
    png_error(library, decoder->message);
  }
  memcpy(destination, decoder->bytes + decoder->position, count);
  decoder->position += count;
}

TFLitePNGDecoder *tflite_png_create(const uint8_t *bytes, size_t count) {
  TFLitePNGDecoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->bytes = bytes;
  decoder->count = count;
  return decoder;
}

void tflite_png_destroy(TFLitePNGDecoder *decoder) {
  if (decoder->library) png_destroy_read_struct(&decoder->library, &decoder->info, &decoder->end_info);
  free(decoder);
}

const char *tflite_png_message(const TFLitePNGDecoder *decoder) { return decoder->message; }

size_t tflite_png_byte_offset(const TFLitePNGDecoder *decoder) { return decoder->position; }

TFLiteCodecStatus tflite_png_read_header(TFLitePNGDecoder *decoder, TFLitePictureHeader *header) {
  if (setjmp(decoder->escape)) return decoder->status;
  decoder->library = png_create_read_struct(PNG_LIBPNG_VER_STRING, decoder, handle_error, handle_warning);
  if (!decoder->library) return TFLiteCodecStatusOutOfMemory;
  png_structp library = decoder->library;
  decoder->info = png_create_info_struct(library);
  decoder->end_info = png_create_info_struct(library);
  if (!decoder->info || !decoder->end_info) return TFLiteCodecStatusOutOfMemory;
  png_set_read_fn(library, decoder, read_bytes);

  // The caller judges the size.
  png_set_user_limits(library, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  // Chunks that do not change the pixels are passed over, so that a broken text or color profile harms nothing.
  static const png_byte passed_over[] =
      "bKGD\0cHRM\0gAMA\0hIST\0iCCP\0iTXt\0oFFs\0pCAL\0pHYs\0sBIT\0sCAL\0sPLT\0sRGB\0sTER\0tEXt\0tIME\0zTXt";
  png_set_keep_unknown_chunks(library, PNG_HANDLE_CHUNK_NEVER, passed_over, (int)(sizeof passed_over / 5));

  png_read_info(library, decoder->info);
  png_set_expand(library);
  png_set_strip_16(library);
  png_set_gray_to_rgb(library);
  header->width = png_get_image_width(library, decoder->info);
  header->height = png_get_image_height(library, decoder->info);
  int has_alpha = (png_get_color_type(library, decoder->info) & PNG_COLOR_MASK_ALPHA) != 0;
  int has_transparency = png_get_valid(library, decoder->info, PNG_INFO_tRNS) != 0;
  header->channels = has_alpha || has_transparency ? 4 : 3;
  header->inverted = 0;
  return TFLiteCodecStatusSuccess;
}

TFLiteCodecStatus tflite_png_read_pixels(TFLitePNGDecoder *decoder, uint8_t *pixels) {
  if (setjmp(decoder->escape)) return decoder->status;
  png_structp library = decoder->library;
  int passes = png_set_interlace_handling(library);
  png_read_update_info(library, decoder->info);
  size_t stride = png_get_rowbytes(library, decoder->info);
  png_uint_32 height = png_get_image_height(library, decoder->info);
  for (int pass = 0; pass < passes; pass++)
    for (png_uint_32 row = 0; row < height; row++) png_read_row(library, pixels + row * stride, NULL);
  // Checks what follows the last row: the pixels' checksums.
  png_read_end(library, decoder->end_info);
  return TFLiteCodecStatusSuccess;
}

const uint8_t *tflite_png_exif(TFLitePNGDecoder *decoder, size_t *count) {
  png_bytep exif = NULL;
  png_uint_32 length = 0;
#ifdef PNG_eXIf_SUPPORTED
  if (!png_get_eXIf_1(decoder->library, decoder->info, &length, &exif))
    png_get_eXIf_1(decoder->library, decoder->end_info, &length, &exif);
#endif
  *count = exif ? length : 0;
  return exif;
}
#endif
