/// zxing-cpp behind one function that never throws.
///
/// The library is optional: where its headers are missing when this is compiled, there is no version and nothing is read.
#ifndef CTFLITE_CODE_READER_H
#define CTFLITE_CODE_READER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum __attribute__((enum_extensibility(closed))) {
  TFLiteCodeReaderStatusSuccess = 0,
  /// Compiled without the library.
  TFLiteCodeReaderStatusUnavailable,
  TFLiteCodeReaderStatusOutOfMemory,
  /// The library has thrown something.
  TFLiteCodeReaderStatusFailed,
} TFLiteCodeReaderStatus;

/// Which codes are looked for: a sum of these.
enum {
  TFLiteCodeKindLinear = 1,
  TFLiteCodeKindQRCode = 2,
  TFLiteCodeKindDataMatrix = 4,
  TFLiteCodeKindAztec = 8,
  TFLiteCodeKindPDF417 = 16,
  TFLiteCodeKindMaxiCode = 32,
};

/// How dark and light are told apart.
typedef enum __attribute__((enum_extensibility(closed))) {
  /// By the mean of the neighborhood; of linear codes, of the line.
  TFLiteCodeThresholdLocal = 0,
  /// By the two largest peaks of the histogram.
  TFLiteCodeThresholdGlobal,
} TFLiteCodeThreshold;

/// What was found. The memory is valid during the call.
typedef struct {
  /// In lower case, words parted by underscores: qr_code, ean_13.
  const char *format;
  /// UTF-8.
  const char *text;
  size_t text_count;
  const uint8_t *bytes;
  size_t byte_count;
  /// x and y of the symbol's corners, from its top left one clockwise as it is read.
  int32_t corners[8];
} TFLiteFoundCode;

typedef void (*TFLiteCodeHandler)(void *context, const TFLiteFoundCode *code);

/// The library's version; NULL where there is none.
const char *tflite_code_reader_version(void);

/// Looks for codes in `width * height` bytes of luma, also turned by quarters.
TFLiteCodeReaderStatus tflite_read_codes(
    const uint8_t *luma, int32_t width, int32_t height, uint32_t kinds, TFLiteCodeThreshold threshold, void *context,
    TFLiteCodeHandler handler);

#ifdef __cplusplus
}
#endif

#endif
