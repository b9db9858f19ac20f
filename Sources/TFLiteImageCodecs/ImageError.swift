#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What can go wrong with a picture.
public enum ImageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// An error that concerns the file at `path`.
  indirect case inFile(path: String, ImageError)
  /// An error that concerns one frame of a video; the first has number 0.
  indirect case inFrame(number: Int, ImageError)
  /// The file cannot be opened or read; the reason is the system's.
  case cannotRead(reason: String)
  /// The file cannot be written; the reason is the system's.
  case cannotWrite(reason: String)
  /// The file has more bytes than the limit allows to read.
  case fileTooLarge(maximumBytes: Int)
  /// There are no bytes.
  case empty
  /// The bytes are in no format that can be decoded; the text says what they look like.
  case unknownFormat(String)
  /// Width or height is less than 1.
  case invalidSize(width: Int, height: Int)
  /// The picture has more pixels than the limit allows.
  case tooLarge(width: Int, height: Int, maximumPixels: Int)
  /// The bytes end before the picture is complete.
  case truncated(ImageFormat, detail: String, byteOffset: Int)
  /// The bytes contradict their format. The offset is how far they had been read.
  case corrupt(ImageFormat, detail: String, byteOffset: Int)
  /// The file uses a feature of its format that cannot be decoded.
  case unsupported(ImageFormat, feature: String)
  /// The bytes are no video that can be read; the text says what they look like.
  case unknownVideo(String)
  /// A video ends before a frame or its header is complete.
  case truncatedVideo(detail: String, byteOffset: Int)
  /// A video contradicts its format. The offset is that of the contradiction.
  case corruptVideo(detail: String, byteOffset: Int)
  /// A video uses a feature of its format that cannot be decoded.
  case unsupportedVideo(feature: String)
  /// A picture cannot be encoded.
  case cannotEncode(ImageFormat, reason: String)
  /// The number of bytes is not width * height * 3.
  case wrongByteCount(expected: Int, actual: Int)
  /// The rows of a plane in memory would overlap.
  case rowTooShort(plane: String, bytesPerRow: Int, minimum: Int)
  /// A plane in memory ends before its last row.
  case planeTooShort(plane: String, expected: Int, actual: Int)
  /// The system gives no memory for the pixels.
  case outOfMemory(byteCount: Int)

  /// One line for people.
  public var description: String {
    switch self {
    case .inFile(let path, let error):
      "\(path): \(error)"
    case .inFrame(let number, let error):
      "frame \(number): \(error)"
    case .cannotRead(let reason):
      "cannot be read: \(reason)"
    case .cannotWrite(let reason):
      "cannot be written: \(reason)"
    case .fileTooLarge(let maximumBytes):
      "the file has more than \(maximumBytes) bytes, the most that is read"
    case .empty:
      "the file is empty"
    case .unknownFormat(let description):
      "this is \(description); PNG, JPEG, BMP, PPM, PGM and PBM can be read"
    case .invalidSize(let width, let height):
      "a picture of \(width) x \(height) pixels has no content"
    case .tooLarge(let width, let height, let maximumPixels):
      "\(width) x \(height) pixels are more than the limit of \(maximumPixels)"
    case .truncated(let format, let detail, let byteOffset):
      "truncated \(format): \(detail), at byte \(byteOffset)"
    case .corrupt(let format, let detail, let byteOffset):
      "corrupt \(format): \(detail), at byte \(byteOffset)"
    case .unsupported(let format, let feature):
      "\(format) of a kind that cannot be decoded: \(feature)"
    case .unknownVideo(let description):
      "this is \(description); YUV4MPEG2 and binary Netpbm pictures (P4, P5, P6), one after the other, can be read"
    case .truncatedVideo(let detail, let byteOffset):
      "truncated video: \(detail), at byte \(byteOffset)"
    case .corruptVideo(let detail, let byteOffset):
      "corrupt video: \(detail), at byte \(byteOffset)"
    case .unsupportedVideo(let feature):
      "video of a kind that cannot be decoded: \(feature)"
    case .cannotEncode(let format, let reason):
      "cannot be encoded as \(format): \(reason)"
    case .wrongByteCount(let expected, let actual):
      "\(actual) bytes are given for a picture that has \(expected)"
    case .rowTooShort(let plane, let bytesPerRow, let minimum):
      "rows of \(bytesPerRow) bytes are given for \(plane), which needs \(minimum) for each"
    case .planeTooShort(let plane, let expected, let actual):
      "\(actual) bytes are given for \(plane), which needs \(expected)"
    case .outOfMemory(let byteCount):
      "no memory for \(byteCount) bytes"
    }
  }
}

extension ImageError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }
}
