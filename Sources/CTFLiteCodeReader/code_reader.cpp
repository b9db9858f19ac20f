#include "CTFLiteCodeReader.h"

#include <new>

// The flags that pkg-config gives for the library make its headers visible by their names alone; without them, nothing would
// link it either.
#if __has_include(<ReadBarcode.h>)
#define ZX_USE_UTF8 1
#include <ReadBarcode.h>
#if __has_include(<ZXVersion.h>)
#include <ZXVersion.h>
#else
#include <Version.h>
#endif
#include <algorithm>
#include <string>
#include <vector>

namespace {

using ZXing::BarcodeFormat;

#define TFLITE_TEXT_OF(a) #a
#define TFLITE_TEXT(a) TFLITE_TEXT_OF(a)
constexpr const char *version =
    TFLITE_TEXT(ZXING_VERSION_MAJOR) "." TFLITE_TEXT(ZXING_VERSION_MINOR) "." TFLITE_TEXT(ZXING_VERSION_PATCH);

const char *name(BarcodeFormat format) {
  switch (format) {
    case BarcodeFormat::Aztec: return "aztec";
    case BarcodeFormat::Codabar: return "codabar";
    case BarcodeFormat::Code39: return "code_39";
    case BarcodeFormat::Code93: return "code_93";
    case BarcodeFormat::Code128: return "code_128";
    case BarcodeFormat::DataBar: return "databar";
    case BarcodeFormat::DataBarExpanded: return "databar_expanded";
    case BarcodeFormat::DataMatrix: return "data_matrix";
    case BarcodeFormat::EAN8: return "ean_8";
    case BarcodeFormat::EAN13: return "ean_13";
    case BarcodeFormat::ITF: return "itf";
    case BarcodeFormat::MaxiCode: return "maxicode";
    case BarcodeFormat::PDF417: return "pdf417";
    case BarcodeFormat::QRCode: return "qr_code";
    case BarcodeFormat::MicroQRCode: return "micro_qr_code";
    case BarcodeFormat::UPCA: return "upc_a";
    case BarcodeFormat::UPCE: return "upc_e";
    default: return "unknown";
  }
}

// Two-dimensional codes only.
ZXing::BarcodeFormats matrix_formats(uint32_t kinds) {
  std::vector<BarcodeFormat> chosen;
  if (kinds & TFLiteCodeKindQRCode) chosen.insert(chosen.end(), {BarcodeFormat::QRCode, BarcodeFormat::MicroQRCode});
  if (kinds & TFLiteCodeKindDataMatrix) chosen.push_back(BarcodeFormat::DataMatrix);
  if (kinds & TFLiteCodeKindAztec) chosen.push_back(BarcodeFormat::Aztec);
  if (kinds & TFLiteCodeKindPDF417) chosen.push_back(BarcodeFormat::PDF417);
  if (kinds & TFLiteCodeKindMaxiCode) chosen.push_back(BarcodeFormat::MaxiCode);
  ZXing::BarcodeFormats found;
  for (const auto format : chosen) found = found | format;
  return found;
}

#if __has_include(<ReaderOptions.h>)
using Options = ZXing::ReaderOptions;
using Code = decltype(ZXing::ReadBarcode(std::declval<ZXing::ImageView>()));
#else
using Options = ZXing::DecodeHints;
using Code = ZXing::Result;
#endif

Options options(ZXing::BarcodeFormats formats, TFLiteCodeThreshold threshold) {
  Options options;
  options.setFormats(formats).setTryHarder(true).setTryRotate(true).setTryDownscale(false);
  options.setBinarizer(
      threshold == TFLiteCodeThresholdLocal ? ZXing::Binarizer::LocalAverage : ZXing::Binarizer::GlobalHistogram);
  return options;
}

void report(const Code &found, void *context, TFLiteCodeHandler handler) {
  const std::string text = found.text();
  TFLiteFoundCode code = {};
  code.format = name(found.format());
  code.text = text.data();
  code.text_count = text.size();
  code.bytes = found.bytes().data();
  code.byte_count = found.bytes().size();
  for (int i = 0; i < 4; ++i) {
    code.corners[2 * i] = found.position()[i].x;
    code.corners[2 * i + 1] = found.position()[i].y;
  }
  handler(context, &code);
}

// Linear codes one by one, each painted over when it is read: asked for several at once, versions before 2.3 end the process
// where two lines of a picture say the same.
void read_linear(
    const uint8_t *luma, int32_t width, int32_t height, TFLiteCodeThreshold threshold, void *context,
    TFLiteCodeHandler handler) {
  constexpr int most = 32;
  constexpr int rim = 8;
  std::vector<uint8_t> picture(luma, luma + static_cast<size_t>(width) * height);
  const ZXing::ImageView view(picture.data(), width, height, ZXing::ImageFormat::Lum);
  const auto linear = options(BarcodeFormat::LinearCodes, threshold);
  for (int count = 0; count < most; ++count) {
    const auto found = ZXing::ReadBarcode(view, linear);
    if (!found.isValid()) return;
    report(found, context, handler);
    int left = width, right = 0, top = height, bottom = 0;
    for (const auto &corner : found.position()) {
      left = std::min(left, corner.x);
      right = std::max(right, corner.x);
      top = std::min(top, corner.y);
      bottom = std::max(bottom, corner.y);
    }
    for (int y = std::max(0, top - rim); y < std::min<int>(height, bottom + rim + 1); ++y) {
      for (int x = std::max(0, left - rim); x < std::min<int>(width, right + rim + 1); ++x) {
        picture[static_cast<size_t>(y) * width + x] = 255;
      }
    }
  }
}

}  // namespace

extern "C" const char *tflite_code_reader_version(void) { return version; }

extern "C" TFLiteCodeReaderStatus tflite_read_codes(
    const uint8_t *luma, int32_t width, int32_t height, uint32_t kinds, TFLiteCodeThreshold threshold, void *context,
    TFLiteCodeHandler handler) {
  try {
    const auto matrix = matrix_formats(kinds);
    // None would stand for all.
    if (!matrix.empty()) {
      const ZXing::ImageView view(luma, width, height, ZXing::ImageFormat::Lum);
      for (const auto &found : ZXing::ReadBarcodes(view, options(matrix, threshold))) {
        if (found.isValid()) report(found, context, handler);
      }
    }
    if (kinds & TFLiteCodeKindLinear) read_linear(luma, width, height, threshold, context, handler);
    return TFLiteCodeReaderStatusSuccess;
  } catch (const std::bad_alloc &) {
    return TFLiteCodeReaderStatusOutOfMemory;
  } catch (...) {
    return TFLiteCodeReaderStatusFailed;
  }
}

#else

extern "C" const char *tflite_code_reader_version(void) { return nullptr; }

extern "C" TFLiteCodeReaderStatus tflite_read_codes(
    const uint8_t *, int32_t, int32_t, uint32_t, TFLiteCodeThreshold, void *, TFLiteCodeHandler) {
  return TFLiteCodeReaderStatusUnavailable;
}

#endif
