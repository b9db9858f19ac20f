// A Mac compiles all targets of a checkout, also those that nothing depends on there.
#ifndef __APPLE__
#include "CTFLiteImageCodecs.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

// A progressive file can hold scans that cost a few bytes each and a pass over the whole picture to decode.
// Encoders write about ten.
enum { maximum_scans = 500 };

struct TFLiteJPEGDecoder {
  struct jpeg_decompress_struct library;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  const uint8_t *bytes;
  size_t count;
  // The library wanted more bytes than there are.
  int ran_out;
  int created;
  TFLiteCodecStatus status;
  char message[JMSG_LENGTH_MAX];
};

static TFLiteJPEGDecoder *decoder_of(j_common_ptr library) {
  return (TFLiteJPEGDecoder *)library->client_data;
}

static _Noreturn void fail(TFLiteJPEGDecoder *decoder, TFLiteCodecStatus status, const char *message) {
  decoder->status = status;
  snprintf(decoder->message, sizeof decoder->message, "%s", message);
  longjmp(decoder->escape, 1);
}

static _Noreturn void fail_with_library_message(j_common_ptr library, TFLiteCodecStatus status) {
  char message[JMSG_LENGTH_MAX];
  library->err->format_message(library, message);
  fail(decoder_of(library), status, message);
}

// Errors and warnings

static void error_exit(j_common_ptr library) {
  TFLiteJPEGDecoder *decoder = decoder_of(library);
  struct jpeg_decompress_struct *picture = &decoder->library;
  TFLiteCodecStatus status;
  switch (library->err->msg_code) {
  case JERR_OUT_OF_MEMORY:
    status = TFLiteCodecStatusOutOfMemory;
    break;
  case JERR_EMPTY_IMAGE:
    status = picture->image_width && picture->image_height ? TFLiteCodecStatusCorrupt : TFLiteCodecStatusEmpty;
    break;
  case JERR_ARITH_NOTIMPL:
  case JERR_BAD_J_COLORSPACE:
  case JERR_BAD_PRECISION:
  case JERR_CCIR601_NOTIMPL:
  case JERR_COMPONENT_COUNT:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_NOT_COMPILED:
  case JERR_NOTIMPL:
  case JERR_SOF_UNSUPPORTED:
    status = TFLiteCodecStatusUnsupported;
    break;
  default:
    status = TFLiteCodecStatusCorrupt;
  }
  if (decoder->ran_out && status == TFLiteCodecStatusCorrupt) fail(decoder, TFLiteCodecStatusTruncated, "the data ends early");
  fail_with_library_message(library, status);
}

// A level of -1 is a warning: the library would go on with invented pixels. Only those are accepted that leave the
// pixels alone.
static void emit_message(j_common_ptr library, int level) {
  if (level >= 0) return;
  switch (library->err->msg_code) {
  case JWRN_ADOBE_XFORM:
  case JWRN_EXTRANEOUS_DATA:
  case JWRN_JFIF_MAJOR:
  case JWRN_NOT_SEQUENTIAL:
    return;
  default:
    if (decoder_of(library)->ran_out) fail(decoder_of(library), TFLiteCodecStatusTruncated, "the data ends early");
    fail_with_library_message(library, TFLiteCodecStatusCorrupt);
  }
}

static void output_message(j_common_ptr library) { (void)library; }

// The source: one buffer

static void init_source(j_decompress_ptr library) { (void)library; }
static void term_source(j_decompress_ptr library) { (void)library; }

// Some cameras leave out the marker that ends the file. The library is given one, and asks for bits after it only where
// pixels are missing, of which it warns.
static boolean fill_input_buffer(j_decompress_ptr library) {
  static const JOCTET end_of_image[2] = {0xFF, JPEG_EOI};
  decoder_of((j_common_ptr)library)->ran_out = 1;
  library->src->next_input_byte = end_of_image;
  library->src->bytes_in_buffer = sizeof end_of_image;
  return TRUE;
}

static void skip_input_data(j_decompress_ptr library, long count) {
  if (count <= 0) return;
  struct jpeg_source_mgr *source = library->src;
  size_t skipped = (size_t)count < source->bytes_in_buffer ? (size_t)count : source->bytes_in_buffer;
  source->next_input_byte += skipped;
  source->bytes_in_buffer -= skipped;
  if (skipped < (size_t)count) decoder_of((j_common_ptr)library)->ran_out = 1;
}

static void progress_monitor(j_common_ptr library) {
  if (((j_decompress_ptr)library)->input_scan_number > maximum_scans)
    fail(decoder_of(library), TFLiteCodecStatusUnsupported, "more than 500 scans");
}

// The functions of the header

TFLiteJPEGDecoder *tflite_jpeg_create(const uint8_t *bytes, size_t count) {
  TFLiteJPEGDecoder *decoder = calloc(1, sizeof *decoder);
  if (!decoder) return NULL;
  decoder->bytes = bytes;
  decoder->count = count;
  return decoder;
}

void tflite_jpeg_destroy(TFLiteJPEGDecoder *decoder) {
  if (decoder->created) jpeg_destroy_decompress(&decoder->library);
  free(decoder);
}

const char *tflite_jpeg_message(const TFLiteJPEGDecoder *decoder) { return decoder->message; }

size_t tflite_jpeg_byte_offset(const TFLiteJPEGDecoder *decoder) {
  return decoder->ran_out ? decoder->count : decoder->count - decoder->source.bytes_in_buffer;
}

TFLiteCodecStatus tflite_jpeg_read_header(TFLiteJPEGDecoder *decoder, TFLitePictureHeader *header) {
  struct jpeg_decompress_struct *library = &decoder->library;
  library->err = jpeg_std_error(&decoder->errors);
  library->client_data = decoder;
  decoder->errors.error_exit = error_exit;
  decoder->errors.emit_message = emit_message;
  decoder->errors.output_message = output_message;
  decoder->source.bytes_in_buffer = decoder->count;
  decoder->source.next_input_byte = decoder->bytes;
  decoder->source.init_source = init_source;
  decoder->source.fill_input_buffer = fill_input_buffer;
  decoder->source.skip_input_data = skip_input_data;
  decoder->source.resync_to_restart = jpeg_resync_to_restart;
  decoder->source.term_source = term_source;
  decoder->progress.progress_monitor = progress_monitor;

  if (setjmp(decoder->escape)) {
    header->width = library->image_width;
    header->height = library->image_height;
    return decoder->status;
  }
  jpeg_create_decompress(library);
  decoder->created = 1;
  library->src = &decoder->source;
  library->progress = &decoder->progress;
  jpeg_save_markers(library, JPEG_APP0 + 1, 0xFFFF);
  jpeg_read_header(library, TRUE);
  int four = library->jpeg_color_space == JCS_CMYK || library->jpeg_color_space == JCS_YCCK;
  library->out_color_space = four ? JCS_CMYK : JCS_RGB;
  header->width = library->image_width;
  header->height = library->image_height;
  header->channels = four ? 4 : 3;
  header->inverted = library->saw_Adobe_marker;
  return TFLiteCodecStatusSuccess;
}

const uint8_t *tflite_jpeg_exif(const TFLiteJPEGDecoder *decoder, size_t *count) {
  static const uint8_t signature[6] = "Exif\0";
  for (jpeg_saved_marker_ptr marker = decoder->library.marker_list; marker; marker = marker->next) {
    if (marker->data_length < sizeof signature || memcmp(marker->data, signature, sizeof signature)) continue;
    *count = marker->data_length - sizeof signature;
    return marker->data + sizeof signature;
  }
  *count = 0;
  return NULL;
}

TFLiteCodecStatus tflite_jpeg_reduce(TFLiteJPEGDecoder *decoder, uint32_t divisor, TFLitePictureHeader *header) {
  struct jpeg_decompress_struct *library = &decoder->library;
  if (setjmp(decoder->escape)) return decoder->status;
  library->scale_num = 1;
  library->scale_denom = divisor;
  jpeg_calc_output_dimensions(library);
  header->width = library->output_width;
  header->height = library->output_height;
  return TFLiteCodecStatusSuccess;
}

TFLiteCodecStatus tflite_jpeg_read_pixels(TFLiteJPEGDecoder *decoder, uint8_t *pixels) {
  struct jpeg_decompress_struct *library = &decoder->library;
  if (setjmp(decoder->escape)) return decoder->status;

  // Here a file of several scans is read to its end; where that end is missing, so may be whole scans.
  jpeg_start_decompress(library);
  if (decoder->ran_out) fail(decoder, TFLiteCodecStatusTruncated, "the data ends early");
  size_t stride = (size_t)library->output_width * (size_t)library->output_components;
  enum { batch = 4 };
  JSAMPROW rows[batch];
  while (library->output_scanline < library->output_height) {
    JDIMENSION left = library->output_height - library->output_scanline;
    JDIMENSION count = left < batch ? left : batch;
    for (JDIMENSION row = 0; row < count; row++) rows[row] = pixels + (library->output_scanline + row) * stride;
    jpeg_read_scanlines(library, rows, count);
  }
  // jpeg_finish_decompress would only read what follows the last pixel.
  return TFLiteCodecStatusSuccess;
}
#endif
