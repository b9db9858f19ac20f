/// libjpeg and libpng behind functions that return a status.
///
/// Both libraries report errors by longjmp, which must not cross Swift frames. Every function here owns its setjmp,
/// and every failure comes back as a status, a message and the number of bytes that had been read. Nothing else
/// happens in C: sizes are judged, memory for pixels is allocated and colors are converted by the caller.
///
/// A decoder works on one buffer, which must outlive it. The order of calls is
/// create, read_header, (exif, reduce,) read_pixels, destroy; after a failure only message, byte_offset and destroy are allowed.
#ifndef CTFLITE_IMAGE_CODECS_H
#define CTFLITE_IMAGE_CODECS_H

#include <stddef.h>
#include <stdint.h>

typedef enum __attribute__((enum_extensibility(closed))) {
  TFLiteCodecStatusSuccess = 0,
  /// The bytes end before the picture does.
  TFLiteCodecStatusTruncated,
  /// The bytes contradict the format.
  TFLiteCodecStatusCorrupt,
  /// The bytes are right, but the library cannot decode this kind.
  TFLiteCodecStatusUnsupported,
  /// Width or height is 0.
  TFLiteCodecStatusEmpty,
  TFLiteCodecStatusOutOfMemory,
} TFLiteCodecStatus;

/// What a decoder will write: `channels` bytes per pixel, rows from top to bottom without gaps.
typedef struct {
  uint32_t width;
  uint32_t height;
  /// JPEG: 3 is RGB, 4 is CMYK. PNG: 3 is RGB, 4 is RGB and alpha (not premultiplied).
  int32_t channels;
  /// CMYK only: the file has an Adobe marker, so 255 means no ink.
  int32_t inverted;
} TFLitePictureHeader;

// JPEG

typedef struct TFLiteJPEGDecoder TFLiteJPEGDecoder;

/// Returns NULL when there is no memory.
TFLiteJPEGDecoder *tflite_jpeg_create(const uint8_t *bytes, size_t count);
void tflite_jpeg_destroy(TFLiteJPEGDecoder *decoder);
/// Fills in width and height, as far as they are known, even where it fails.
TFLiteCodecStatus tflite_jpeg_read_header(TFLiteJPEGDecoder *decoder, TFLitePictureHeader *header);
/// The payload of the first APP1 marker that holds EXIF, from its TIFF header on; NULL where there is none.
/// The memory is the decoder's.
const uint8_t *tflite_jpeg_exif(const TFLiteJPEGDecoder *decoder, size_t *count);
/// Has the pixels read at a half, a quarter or an eighth of the size, rounded up, which the header then states: the
/// transform of each block gives fewer of them.
TFLiteCodecStatus tflite_jpeg_reduce(TFLiteJPEGDecoder *decoder, uint32_t divisor, TFLitePictureHeader *header);
/// `pixels` has room for width * height * channels bytes.
TFLiteCodecStatus tflite_jpeg_read_pixels(TFLiteJPEGDecoder *decoder, uint8_t *pixels);
const char *tflite_jpeg_message(const TFLiteJPEGDecoder *decoder);
size_t tflite_jpeg_byte_offset(const TFLiteJPEGDecoder *decoder);

// PNG, in

typedef struct TFLitePNGDecoder TFLitePNGDecoder;

/// Returns NULL when there is no memory.
TFLitePNGDecoder *tflite_png_create(const uint8_t *bytes, size_t count);
void tflite_png_destroy(TFLitePNGDecoder *decoder);
TFLiteCodecStatus tflite_png_read_header(TFLitePNGDecoder *decoder, TFLitePictureHeader *header);
/// `pixels` has room for width * height * channels bytes.
TFLiteCodecStatus tflite_png_read_pixels(TFLitePNGDecoder *decoder, uint8_t *pixels);
/// The content of the eXIf chunk, which may stand before or after the pixels: call after read_pixels.
const uint8_t *tflite_png_exif(TFLitePNGDecoder *decoder, size_t *count);
const char *tflite_png_message(const TFLitePNGDecoder *decoder);
size_t tflite_png_byte_offset(const TFLitePNGDecoder *decoder);

// PNG, out

typedef struct TFLitePNGEncoder TFLitePNGEncoder;

/// Returns NULL when there is no memory.
TFLitePNGEncoder *tflite_png_encoder_create(void);
void tflite_png_encoder_destroy(TFLitePNGEncoder *encoder);
/// Encodes tightly packed RGB rows.
TFLiteCodecStatus tflite_png_encode(
    TFLitePNGEncoder *encoder, const uint8_t *pixels, uint32_t width, uint32_t height);
/// The encoded file; the memory is the encoder's.
const uint8_t *tflite_png_encoded_bytes(const TFLitePNGEncoder *encoder, size_t *count);
const char *tflite_png_encoder_message(const TFLitePNGEncoder *encoder);

// Memory

/// Has the process keep what pictures free, for the next ones, where its C library is GNU's; elsewhere does nothing.
void tflite_keep_freed_pictures(void);

#endif
