import TFLiteVision

/// What a barcode or a two-dimensional code says.
public struct ReadCode: Equatable, Sendable {
  /// What kind of code it is.
  public let format: CodeFormat
  /// What the code says, as text. Bytes without a stated character set are taken for the one that they look like.
  public let text: String
  /// What the code says, byte by byte.
  public let bytes: [UInt8]
  /// The corners of the symbol in pixels of the picture, from its top left one clockwise, as it is read.
  public let corners: [Keypoint]

  /// Describes a code.
  public init(format: CodeFormat, text: String, bytes: [UInt8], corners: [Keypoint]) {
    self.format = format
    self.text = text
    self.bytes = bytes
    self.corners = corners
  }

  /// The rectangle around the ``corners``.
  public var box: BoundingBox {
    let (columns, rows) = (corners.map(\.x), corners.map(\.y))
    let (left, top) = (columns.min() ?? 0, rows.min() ?? 0)
    return BoundingBox(x: left, y: top, width: (columns.max() ?? 0) - left, height: (rows.max() ?? 0) - top)
  }
}

/// A symbology.
public enum CodeFormat: String, Sendable, CaseIterable {
  case aztec, codabar, databar, itf, maxicode, pdf417
  case code39 = "code_39"
  case code93 = "code_93"
  case code128 = "code_128"
  case databarExpanded = "databar_expanded"
  case dataMatrix = "data_matrix"
  case ean8 = "ean_8"
  case ean13 = "ean_13"
  case qrCode = "qr_code"
  case microQRCode = "micro_qr_code"
  case upcA = "upc_a"
  case upcE = "upc_e"
  /// One that a newer library knows.
  case unknown

  /// The kind of code that the bundled detector would call it.
  public var kind: CodeKinds {
    switch self {
    case .qrCode, .microQRCode: .qrCode
    case .dataMatrix: .dataMatrix
    case .aztec: .aztec
    case .pdf417: .pdf417
    case .maxicode: .maxiCode
    default: .linear
    }
  }
}

/// Codes that are read in the same way.
public struct CodeKinds: OptionSet, Hashable, Sendable {
  /// One bit for each kind.
  public let rawValue: UInt32

  /// The kinds whose bits are set.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Codes of bars: EAN, UPC, Code 39, 93 and 128, ITF, Codabar, DataBar.
  public static let linear = CodeKinds(rawValue: 1)
  /// QR Code and Micro QR Code.
  public static let qrCode = CodeKinds(rawValue: 2)
  /// Data Matrix.
  public static let dataMatrix = CodeKinds(rawValue: 4)
  /// Aztec.
  public static let aztec = CodeKinds(rawValue: 8)
  /// PDF417.
  public static let pdf417 = CodeKinds(rawValue: 16)
  /// MaxiCode.
  public static let maxiCode = CodeKinds(rawValue: 32)
  /// All of them.
  public static let all: CodeKinds = [.linear, .qrCode, .dataMatrix, .aztec, .pdf417, .maxiCode]

  /// The kind that a detector's class stands for; nil where the class is none of the bundled detector's.
  public init?(label: String?) {
    guard let label, let kind = Self.labels.first(where: { $0.label == label })?.kind else { return nil }
    self = kind
  }

  /// The bundled detector's name of the kind.
  public var label: String { Self.labels.first { $0.kind == self }?.label ?? "code" }

  private static let labels: [(kind: CodeKinds, label: String)] = [
    (.linear, "linear_barcode"), (.qrCode, "qr_code"), (.dataMatrix, "data_matrix"), (.aztec, "aztec"),
    (.pdf417, "pdf417"), (.maxiCode, "maxicode"),
  ]
}
