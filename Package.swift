// swift-tools-version: 6.2
// From 6.2 on, a package with unsafe flags can be a dependency by version.
import PackageDescription

/// Kernels and the parser are optimized in debug builds too, where nothing else is: a model would take minutes.
///
/// Generic loops are specialized across files by whole-module optimization alone, which makes kernels 20 to 760 times as
/// fast. In a debug build, though, the native build system remarks on it in everybody's log, and Swift Build fails. So
/// it is for those who ask for it, as Scripts/test does: `TFLITE_FAST_DEBUG=1 swift build`. With threads, every file
/// still gets its object; the last flag saves a warning.
let wholeModule =
  Context.environment["TFLITE_FAST_DEBUG"] == nil ? [] : ["-wmo", "-num-threads", "2", "-disable-batch-mode"]
let optimized: [SwiftSetting] = [.unsafeFlags(["-O"] + wholeModule, .when(configuration: .debug))]

/// Lets the linker leave out single functions that nobody calls, of a static program and of the C library.
let separateFunctions: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-function-sections"], .when(platforms: [.linux], configuration: .release))
]

/// What can be stepped through in a debug build, unless tests ask for speed: they count what a run allocates, and go over
/// millions of pixels and random numbers.
let optimizedForTests: [SwiftSetting] = wholeModule.isEmpty ? [] : optimized

/// Lets a program count what it allocates. That of the tests gets these flags, too, as the other is a part of it. The address
/// sanitizer replaces the same functions: `TFLITE_SANITIZED=1`, as Scripts/campaign sets it, leaves them to it.
let countedAllocations: [LinkerSetting] =
  Context.environment["TFLITE_SANITIZED"] != nil
  ? []
  : [
    .unsafeFlags(
      [
        ("malloc", "countedMalloc"), ("calloc", "countedCalloc"), ("realloc", "countedRealloc"),
        ("aligned_alloc", "countedAlignedAlloc"), ("posix_memalign", "countedPosixMemalign"),
      ].flatMap { name, counted in
        ["-Xlinker", "--defsym=\(name)=\(counted)", "-Xlinker", "--export-dynamic-symbol=\(name)"]
      }, .when(platforms: [.linux]))
  ]

/// A module of inner loops: single instructions through the compiler's builtins, with the flags of its instruction set.
/// A feature is what clang takes after `-m`.
///
/// A manifest cannot ask which architecture it is for: it runs on the machine that compiles. So every module is there
/// always, with flags that hold for its own architecture, and is empty on others (see `FOR_X86_64` and the like in
/// Sources/MicrokernelLoops).
///
/// No code may leave such a module for one that is compiled for older processors: cross-module optimization is off (see
/// Traps in Sources/MicrokernelLoops/README.md).
func microkernels(_ name: String, for architectures: String..., features: [String] = []) -> Target {
  var settings = optimized + [.enableExperimentalFeature("BuiltinModule")]
  settings += architectures.map { .define("FOR_\($0.uppercased())") }
  if !features.isEmpty {
    // Linux has another name for it than Apple.
    let names = architectures.flatMap { $0 == "arm64" ? ["arm64", "aarch64"] : [$0] }
    let flags = names.flatMap { name in features.flatMap { ["-Xcc", "-Xarch_\(name)", "-Xcc", "-m\($0)"] } }
    settings.append(.unsafeFlags(["-disable-cmo", "-Xcc", "-Qunused-arguments"] + flags))
  }
  return .target(name: "TFLiteMicrokernels\(name)", swiftSettings: settings)
}

/// The instruction sets that processors may have.
let microkernelTargets = [
  microkernels("Portable", for: "x86_64", "arm64"),
  microkernels("AVX2", for: "x86_64", features: ["avx2", "fma"]),
  microkernels("AVXVNNI", for: "x86_64", features: ["avx2", "fma", "avxvnni"]),
  microkernels("AVX512", for: "x86_64", features: ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vnni"]),
  microkernels("AVX512VBMI", for: "x86_64", features: ["avx512f", "avx512bw", "avx512dq", "avx512vl", "avx512vbmi"]),
  microkernels("NEONDotprod", for: "arm64", features: ["arch=armv8-a+dotprod"]),
  microkernels("NEONI8MM", for: "arm64", features: ["arch=armv8-a+dotprod+i8mm"]),
]

/// A library of Linux, in whose place Apple's systems have frameworks: ImageIO, Compression, CryptoKit, Core Graphics.
func onLinux(_ name: String) -> Target.Dependency { .target(name: name, condition: .when(platforms: [.linux])) }

let package = Package(
  name: "swift-tflite",
  // What Synchronization needs.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // With the smaller modules that the interface shows. They are imported by name, never re-exported: `Image` would
    // clash with SwiftUI's.
    .library(name: "TFLite", targets: ["TFLite", "TFLiteSchema", "TFLiteFlatBuffers", "TFLiteKernels"]),
    .library(name: "TFLiteImageCodecs", targets: ["TFLiteImageCodecs"]),
    .library(name: "TFLiteVision", targets: ["TFLiteVision", "TFLiteImageCodecs"]),
    // Without libzxing-dev it builds, too, and says at run time that nothing can be read.
    .library(name: "TFLiteCodeReader", targets: ["TFLiteCodeReader", "TFLiteVision", "TFLiteImageCodecs"]),
    .library(name: "TFLiteModelManager", targets: ["TFLiteModelManager", "TFLiteBundledModels"]),
    .library(name: "TFLiteAnnotation", targets: ["TFLiteAnnotation", "TFLiteImageCodecs"]),
    .library(name: "TFLiteInspection", targets: ["TFLiteInspection", "TFLiteImageCodecs"]),
    // Inner loops alone, for benchmarks.
    .library(name: "TFLiteMicrokernels", targets: ["TFLiteMicrokernels"]),
    .executable(name: "tflite", targets: ["TFLiteCommand"]),
    // libtensorflowlite_c.so, for every language that reaches C; a release build of it needs no Swift runtime.
    .library(name: "tensorflowlite_c", type: .dynamic, targets: ["TensorFlowLiteC"]),
  ],
  // The libraries need no other package. Who depends on them with `traits: []` does not get those of the rest, either.
  traits: [
    .trait(name: "Program", description: "The program tflite, which reads its arguments with swift-argument-parser."),
    .trait(name: "Tests", description: "The package's own tests, which have web servers of FlyingFox."),
    .default(enabledTraits: ["Program", "Tests"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
  ],
  targets: microkernelTargets + [
    .target(name: "TFLiteCLibrary"),
    .target(
      name: "TFLiteFlatBuffers", dependencies: ["TFLiteCLibrary"], swiftSettings: optimized + separateFunctions),
    .target(name: "TFLiteSchema", dependencies: ["TFLiteFlatBuffers"], swiftSettings: optimized + separateFunctions),
    // Which of these modules serves what on which processor.
    .target(
      name: "TFLiteMicrokernels",
      dependencies: ["TFLiteCLibrary"] + microkernelTargets.map { .byName(name: $0.name) }),
    .target(name: "TFLiteElementaryFunctions", swiftSettings: optimized),
    .target(
      name: "TFLiteKernels", dependencies: ["TFLiteElementaryFunctions", "TFLiteSchema", "TFLiteMicrokernels"],
      swiftSettings: optimized + separateFunctions),
    .target(
      name: "TFLite", dependencies: ["TFLiteCLibrary", "TFLiteMicrokernels", "TFLiteKernels"],
      swiftSettings: optimizedForTests + separateFunctions + [.enableExperimentalFeature("BuiltinModule")]),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(name: "CZLib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .target(name: "CTFLiteImageCodecs", dependencies: [onLinux("CPNG"), onLinux("CJPEG")]),
    .target(
      name: "TFLiteImageCodecs", dependencies: ["TFLiteCLibrary", onLinux("CTFLiteImageCodecs")],
      swiftSettings: optimizedForTests),
    .systemLibrary(name: "CLibArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
    .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .target(
      name: "TFLiteBundledModels", path: "Models", exclude: ["samples", "training"],
      resources: [.copy("catalog.json"), .copy("code_detector"), .copy("code_symbology")]),
    .target(
      name: "TFLiteModelManager",
      dependencies: [
        "TFLiteCLibrary", "TFLite", "TFLiteSchema", "TFLiteBundledModels", onLinux("CLibArchive"),
        onLinux("CLibCrypto"), onLinux("CCurl"),
      ]),
    .target(
      name: "TFLiteVision",
      dependencies: [
        "TFLiteElementaryFunctions", "TFLite", "TFLiteImageCodecs", "TFLiteModelManager", onLinux("CZLib"),
      ],
      swiftSettings: optimizedForTests),
    .target(
      name: "TFLiteAnnotation", dependencies: ["TFLiteCLibrary", "TFLiteImageCodecs", onLinux("CCairo")],
      swiftSettings: optimizedForTests),
    .systemLibrary(name: "CZXing", pkgConfig: "zxing", providers: [.apt(["libzxing-dev"])]),
    .target(name: "CTFLiteCodeReader", dependencies: ["CZXing"]),
    .target(
      name: "TFLiteCodeReader", dependencies: ["TFLiteImageCodecs", "TFLiteVision", "CTFLiteCodeReader"],
      swiftSettings: optimizedForTests),
    .target(
      name: "TFLiteInspection", dependencies: ["TFLiteCLibrary", "TFLite", "TFLiteVision", "TFLiteAnnotation"],
      resources: [
        .embedInCode("Report/Assets/index.html"), .embedInCode("Report/Assets/report.css"),
        .embedInCode("Report/Assets/report.js"),
      ], swiftSettings: optimizedForTests),
    .target(name: "LiteRTReference", dependencies: ["TFLiteCLibrary"]),
    .target(
      name: "LiteRTPythonReference", dependencies: ["TFLiteCLibrary"],
      resources: [.embedInCode("tflite_oracle.py")]),
    .executableTarget(
      name: "TFLiteCommand",
      dependencies: [
        "TFLiteCLibrary", "TFLiteBundledModels", "TFLiteModelManager", "TFLiteVision", "TFLiteCodeReader",
        "TFLiteAnnotation", "TFLiteInspection", "LiteRTReference", "LiteRTPythonReference",
        .product(name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Program"])),
      ]),
    .target(name: "CTensorFlowLite", exclude: ["exported.map", "stripped.ld"]),
    .target(
      name: "TensorFlowLiteC", dependencies: ["TFLite", "CTensorFlowLite"], swiftSettings: optimizedForTests,
      linkerSettings: [
        // One file, without a Swift runtime, that exports nothing but its interface. The two libraries are parts of
        // Foundation that the compiler names only where everything is compiled for static linking.
        .unsafeFlags(
          [
            "-static-stdlib", "-use-ld=lld", "-l_FoundationCShims", "-l_FoundationCollections", "-Xlinker",
            "--gc-sections", "-Xlinker", "-soname=libtensorflowlite_c.so", "-Xlinker",
            "--version-script=\(Context.packageDirectory)/Sources/CTensorFlowLite/exported.map",
          ],
          .when(platforms: [.linux])),
        .unsafeFlags(
          [
            "-Xlinker", "-s", "-Xlinker",
            "--script=\(Context.packageDirectory)/Sources/CTensorFlowLite/stripped.ld",
          ],
          .when(platforms: [.linux], configuration: .release)),
      ]),
    .executableTarget(name: "AutoMLDetectorExample", dependencies: ["TFLite", "TFLiteImageCodecs"]),
    .target(name: "TestRandomness", path: "Tests/TestRandomness", swiftSettings: optimizedForTests),
    .testTarget(name: "TFLiteFlatBuffersTests", dependencies: ["TFLiteFlatBuffers", "TestRandomness"]),
    .testTarget(name: "TFLiteSchemaTests", dependencies: ["TFLiteSchema", "TestModels"]),
    // What inner loops must do, without a test library: also part of a program for emulated processors.
    .target(
      name: "MicrokernelChecks",
      dependencies: ["TFLiteCLibrary", "TFLiteElementaryFunctions", "TFLiteMicrokernels", "TestRandomness"],
      path: "Tests/MicrokernelChecks", swiftSettings: optimized),
    .testTarget(
      name: "TFLiteMicrokernelsTests",
      dependencies: ["TFLiteElementaryFunctions", "TFLiteMicrokernels", "MicrokernelChecks", "TestModels"],
      swiftSettings: optimized),
    .testTarget(
      name: "TFLiteElementaryFunctionsTests",
      dependencies: ["TFLiteElementaryFunctions", "TFLiteCLibrary", "TestModels", "TestRandomness"],
      swiftSettings: optimized),
    .testTarget(
      // A build only compiles a target again if a module changes that the target names: microkernels, because kernels show
      // their instruction sets.
      name: "TFLiteKernelsTests", dependencies: ["TFLiteMicrokernels", "TFLiteKernels", "TestRandomness"],
      swiftSettings: optimized),
    .target(name: "TestModels", dependencies: ["TFLiteSchema", "TestRandomness"], path: "Tests/TestModels"),
    .testTarget(
      name: "TFLiteTests", dependencies: ["TFLite", "TestModels", "TestRandomness", "AllocationCounter"]),
    // Counts allocations in a process of its own, whose allocation functions it replaces.
    .executableTarget(
      name: "AllocationCounter", dependencies: ["TFLite", "TFLiteImageCodecs", "TFLiteSchema", "TFLiteVision"],
      path: "Tests/AllocationCounter",
      // Checks of exclusive access take longer than an allocation.
      swiftSettings: optimizedForTests + [.unsafeFlags(["-enforce-exclusivity=unchecked"])],
      linkerSettings: countedAllocations),
    // Runs broken models in a process of its own, which the tests may see crash.
    .executableTarget(
      name: "HostileModelRunner", dependencies: ["TFLite"], path: "Tests/HostileModelRunner",
      swiftSettings: optimizedForTests),
    // Hashes what each operator computes, to be compared with another processor's.
    .executableTarget(
      name: "OperatorHashRunner", dependencies: ["TFLite", "TFLiteSchema", "TFLiteCLibrary", "TestRandomness"],
      path: "Tests/OperatorHashRunner", swiftSettings: optimizedForTests),
    // Runs models with the TFLite C library in a process of its own, which may be one for an emulated processor.
    .executableTarget(
      name: "LiteRTRunner", dependencies: ["LiteRTReference", "TFLiteCLibrary"], path: "Tests/LiteRTRunner"),
    // Asks the TFLite C library what it runs, in a process of its own, which the tests may see crash.
    .executableTarget(
      name: "ReferenceProbeRunner", dependencies: ["LiteRTReference"], path: "Tests/ReferenceProbeRunner",
      swiftSettings: optimizedForTests),
    // Programs of random calls, as tests and as a program that sanitizers watch in builds of their own.
    .target(
      name: "RandomPrograms",
      dependencies: ["TFLite", "TFLiteModelManager", "TFLiteVision", "TestModels", "TestRandomness"],
      path: "Tests/RandomPrograms", swiftSettings: optimizedForTests),
    .executableTarget(
      name: "RandomProgramRunner", dependencies: ["RandomPrograms"], path: "Tests/RandomProgramRunner"),
    .testTarget(name: "RandomProgramTests", dependencies: ["RandomPrograms", "TestModels"]),
    // Sends frames through a stream detector in a process whose memory no other test uses.
    .executableTarget(
      name: "ObjectStreamRunner", dependencies: ["TFLiteVision", "TestModels", "TestRandomness"],
      path: "Tests/ObjectStreamRunner"),
    // A web server that misbehaves.
    .target(
      name: "TestModelServer",
      dependencies: [
        "TFLiteModelManager",
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Tests"])),
        .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Tests"])),
      ], path: "Tests/TestModelServer"),
    // Downloads a model in a process of its own, which the tests kill, start twice, and measure.
    .executableTarget(
      name: "ModelDownloadRunner", dependencies: ["TFLiteModelManager", "TestModelServer"],
      path: "Tests/ModelDownloadRunner"),
    .testTarget(
      name: "TFLiteModelManagerTests",
      dependencies: [
        "TFLiteModelManager", "TFLiteVision", "TestModels", "TestModelServer", "TestRandomness", "ModelDownloadRunner",
        .product(name: "FlyingFox", package: "FlyingFox", condition: .when(traits: ["Tests"])),
      ]),
    // What takes bytes from strangers, as tests and libFuzzer call it; Scripts/fuzz links the latter.
    .target(
      name: "Fuzzing",
      dependencies: [
        "TFLite", "TFLiteKernels", "TFLiteSchema", "TFLiteFlatBuffers", "TFLiteImageCodecs", "TFLiteInspection",
        "TFLiteModelManager", "TFLiteVision", "TestModels", "TestRandomness",
      ], path: "Tests/Fuzzing", swiftSettings: optimizedForTests),
    .systemLibrary(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
    .target(name: "FuzzEntry", dependencies: ["Fuzzing", "CLibFuzzer"], path: "Tests/FuzzEntry"),
    .testTarget(
      name: "FuzzingTests", dependencies: ["Fuzzing", "TestModels", "TestRandomness"], exclude: ["Corpus"],
      swiftSettings: optimizedForTests),
    .testTarget(
      name: "HostileModelTests", dependencies: ["TFLite", "TestModels", "HostileModelRunner", "LiteRTRunner"],
      exclude: ["Loaders"]),
    .testTarget(
      name: "TFLiteImageCodecsTests", dependencies: ["TFLiteImageCodecs", "TestRandomness"], exclude: ["Fixtures"],
      swiftSettings: optimizedForTests),
    .testTarget(name: "PackageTests", dependencies: ["TFLite", "TFLiteKernels", "TestModels"]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "TFLiteModelManager", "TFLiteVision", "TFLiteInspection", "LiteRTReference", "AutoMLDetectorExample",
        "TFLiteCommand", "TestModels",
      ]),
    // Of libtensorflowlite_c.so, as a file beside the tests: linked into them, it would bring its list of exports.
    .testTarget(name: "TensorFlowLiteCTests", dependencies: ["TFLiteSchema", "TestModels"], exclude: ["Programs"]),
    .testTarget(name: "TFLiteBundledModelsTests", dependencies: ["TFLiteBundledModels"]),
    .testTarget(
      name: "TFLiteVisionTests",
      dependencies: ["TFLiteVision", "TestModels", "TestRandomness", "ObjectStreamRunner", "AllocationCounter"],
      swiftSettings: optimizedForTests),
    .testTarget(
      name: "TFLiteCodeReaderTests",
      dependencies: ["TFLiteCodeReader", "TFLiteSchema", "TFLiteBundledModels", "TestRandomness"],
      swiftSettings: optimizedForTests),
    .testTarget(
      name: "TFLiteAnnotationTests", dependencies: ["TFLiteAnnotation", "TestRandomness"],
      swiftSettings: optimizedForTests),
    .testTarget(name: "TFLiteInspectionTests", dependencies: ["TFLiteInspection", "TestModels"]),
    .testTarget(name: "LiteRTReferenceTests", dependencies: ["LiteRTReference", "LiteRTPythonReference"]),
    .testTarget(
      name: "TFLiteCommandTests",
      dependencies: [
        "TFLite", "TFLiteCommand", "TFLiteCodeReader", "TFLiteImageCodecs", "TFLiteInspection", "TFLiteModelManager",
        "TFLiteVision", "LiteRTReference", "LiteRTPythonReference", "TestModels",
      ], exclude: ["Faults"]),
    .testTarget(
      name: "ParityTests",
      dependencies: [
        "TFLite", "TFLiteMicrokernels", "TFLiteKernels", "TFLiteModelManager", "TFLiteVision", "LiteRTReference",
        "LiteRTPythonReference",
        "TestModels", "TestRandomness", "ReferenceProbeRunner",
      ], swiftSettings: optimized),
  ],
  swiftLanguageModes: [.v6],
  // What zxing-cpp's headers need.
  cxxLanguageStandard: .cxx20
)
