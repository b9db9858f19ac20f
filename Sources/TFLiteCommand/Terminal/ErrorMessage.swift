import LiteRTReference
import TFLiteCLibrary
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteInspection
import TFLiteModelManager
import TFLiteSchema
import TFLiteVision

extension Error {
  /// What went wrong with a file, for a message that names the file itself.
  func message(about path: String) -> String {
    switch self as any Error {
    case ImageError.inFile(path: path, let error): "\(error)"
    case ModelError.inFile(path, let error): "\(error)"
    case ModelError.unreadable(.unreadableFile(path: path, let reason)): reason
    case InspectionError.inFile(path: path, let error): "\(error)"
    case InspectionError.outputIsInput(path: path, let input):
      "not overwritten: it is the file that is read" + (path == input ? "" : ", \(input)")
    case InspectionError.cannotWrite(path: path, let reason): "cannot be written: \(reason)"
    case LiteRTError.libraryNotLoaded(path: path, let reason):
      "cannot open the TFLite C library (\(reason)); "
        + "`pip download --no-deps --only-binary=:all: --platform manylinux_2_27_x86_64 --python-version 3.11 "
        + "ai-edge-litert==\(LiteRTLibrary.pinnedVersion)` gets a wheel, a ZIP archive that holds "
        + "ai_edge_litert/libLiteRt.so; name that file with --litert-library or LITERT_LIBRARY"
    case VisionError.unreadableLabels(path: path, let reason): "cannot read the labels: \(reason)"
    case ModelManagerError.inModel(_, let error): error.message(about: path)
    case ModelManagerError.notOffered(let source, let offered):
      "\(source) has no model \"\(path)\"" + ModelsProblem.suggestion(for: path, among: offered)
    case ModelManagerError.unreadableManifest(path: path, let reason): "cannot read the manifest: \(reason)"
    case ModelManagerError.storage(path: path, let reason): reason
    case let error as FileStatusError where error.path == path: error.reason
    default: "\(self)"
    }
  }
}
