import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteSchema
import TFLiteVision

extension Error {
  /// What went wrong with a file, for a message that names the file itself.
  func message(about path: String) -> String {
    switch self as any Error {
    case ImageError.inFile(path: path, let error): "\(error)"
    case ModelError.inFile(path, let error): "\(error)"
    case ModelError.unreadable(.unreadableFile(path: path, let reason)): reason
    case VisionError.unreadableLabels(path: path, let reason): "cannot read the labels: \(reason)"
    default: "\(self)"
    }
  }
}
