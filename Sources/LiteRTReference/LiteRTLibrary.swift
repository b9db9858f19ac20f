import TFLiteCLibrary

/// The TFLite C library, opened at run time.
///
/// It is the oracle that this package is measured against: the shared library of LiteRT 2.1.6, whose `reference`
/// kernels define every bit of a result. It is opened with the dynamic linker, so that nothing depends on it at build
/// time. One instance serves any number of models, from any number of threads.
package final class LiteRTLibrary: Sendable {
  /// The release whose `reference` mode runs the reference kernels. Later ones silently run the optimized kernels.
  package static let pinnedVersion = "2.1.6"
  /// The SHA-256 digest of the pinned library file, in hexadecimal.
  package static let pinnedSHA256 = "d46eca60880d6e28c1992d136459f06ab642e30eb423bdc14d56e928f398ce19"

  /// The file that was opened.
  package let path: String
  let functions: LiteRTFunctions
  private nonisolated(unsafe) let environmentHandle: LiteRTFunctions.Handle?

  /// Where the library is looked for: the environment variable `LITERT_LIBRARY`, else the folder below `.build` into
  /// which `Scripts/test` puts it.
  ///
  /// - Parameter packageRoot: the folder that holds `Package.swift`.
  package static func defaultPath(packageRoot: String) -> String {
    if let named = getenv("LITERT_LIBRARY"), named.pointee != 0 { return String(cString: named) }
    return packageRoot + "/.build/litert/ai_edge_litert/libLiteRt.so"
  }

  /// Why this platform cannot open the library, or `nil` where it can.
  package static var unsupportedPlatform: LiteRTError? {
    #if os(Linux) && arch(x86_64)
    return nil
    #else
    #if os(Linux)
    let system = "Linux"
    #elseif os(macOS)
    let system = "macOS"
    #else
    let system = "another system"
    #endif
    #if arch(x86_64)
    let processor = "x86-64"
    #elseif arch(arm64)
    let processor = "arm64"
    #else
    let processor = "another processor"
    #endif
    return .unsupportedPlatform("\(system) on \(processor)")
    #endif
  }

  /// Opens the library.
  ///
  /// - Parameters:
  ///   - path: the file `libLiteRt.so`.
  ///   - onAnyPlatform: whether a library is taken that is not the oracle, because its results depend on the processor.
  /// - Throws: `LiteRTError.unsupportedPlatform`, `.libraryNotLoaded` or `.missingFunction`, or `.callFailed` where the
  ///   library refuses to start.
  package init(path: String, onAnyPlatform: Bool = false) throws(LiteRTError) {
    if !onAnyPlatform, let reason = Self.unsupportedPlatform { throw reason }
    guard let image = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw .libraryNotLoaded(path: path, reason: dlerror().map { String(cString: $0) } ?? "unknown reason")
    }
    self.path = path
    functions = try LiteRTFunctions(image: image, path: path)
    // One option: the least severity that is logged (tag 25, an integer, 4 = nothing). The layout is
    // { int32 tag; { int32 type; int64 value } } with natural alignment.
    let silence: [Int64] = [25, 2, 4]
    var created: LiteRTFunctions.Handle?
    let status = functions.createEnvironment(1, silence, &created)
    environmentHandle = created
    guard status == 0 else { throw .callFailed(function: "LiteRtCreateEnvironment", status: status, detail: "") }
  }

  // The image stays open: the C++ runtime inside it may still own thread-local state.
  deinit {
    if let environmentHandle { functions.destroyEnvironment(environmentHandle) }
  }

  var environment: LiteRTFunctions.Handle? { environmentHandle }

  /// Compiles a model and runs it once.
  ///
  /// - Parameters:
  ///   - model: the bytes of a `.tflite` file.
  ///   - inputs: the bytes of each input, in the order of `LiteRTModel.inputs`.
  ///   - kernelMode: which kernels compute.
  ///   - threads: the number of threads they may use.
  ///   - slack: bytes behind each input and output.
  ///   - fill: what is in the bytes of outputs that nobody writes.
  /// - Returns: every output, with the shape it has at run time.
  /// - Throws: `LiteRTError`.
  package func run(
    model: [UInt8], inputs: [[UInt8]], kernelMode: LiteRTKernelMode = .reference, threads: Int = 1, slack: Int = 0,
    fill: UInt8 = 0
  ) throws(LiteRTError) -> [LiteRTOutput] {
    try LiteRTModel(library: self, bytes: model, kernelMode: kernelMode, threads: threads, slack: slack)
      .run(inputs: inputs, fill: fill)
  }
}

/// Which kernels of the C library compute.
package enum LiteRTKernelMode: String, Sendable, CaseIterable {
  /// The reference kernels: the bar for bits.
  case reference
  /// The XNNPACK delegate, which is the library's default: the bar for speed.
  case xnnpack
  /// The optimized kernels that are not part of XNNPACK; results depend on the processor.
  case builtin
}
