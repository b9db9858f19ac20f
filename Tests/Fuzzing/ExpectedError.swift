import TFLite
import TFLiteFlatBuffers
import TFLiteImageCodecs
import TFLiteInspection
import TFLiteKernels
import TFLiteModelManager
import TFLiteSchema
import TFLiteVision

/// Errors that say what is wrong with somebody's bytes.
protocol ExpectedError: Error {}

extension FlatBufferError: ExpectedError {}
extension ModelError: ExpectedError {}
extension InterpreterError: ExpectedError {}
extension ImageError: ExpectedError {}
extension InspectionError: ExpectedError {}
extension ModelManagerError: ExpectedError {}
extension ArchiveProblem: ExpectedError {}
extension VisionError: ExpectedError {}
