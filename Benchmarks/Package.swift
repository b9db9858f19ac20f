// swift-tools-version: 6.2
import PackageDescription

/// What a processor can do at most, measured with single instructions: needs the flags of its instruction set, and no
/// code may leave the module for one that is compiled for older processors.
func peak(_ name: String, features: [String] = []) -> Target {
  let flags = features.isEmpty ? [] : ["-disable-cmo"] + features.flatMap { ["-Xcc", "-m\($0)"] }
  return .target(
    name: "Peak\(name)",
    swiftSettings: [.enableExperimentalFeature("BuiltinModule")] + (flags.isEmpty ? [] : [.unsafeFlags(flags)]))
}

#if arch(x86_64)
let peaks = [
  peak("Portable"), peak("AVX2", features: ["avx2"]),
  peak("AVXVNNI", features: ["avx2", "avxvnni"]),
  peak("AVX512", features: ["avx512f", "avx512bw", "avx512vnni"]),
]
#else
let peaks = [peak("Portable")]
#endif

let engine = Target.Dependency.product(name: "TFLite", package: "swift-tflite")

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "swift-tflite", path: ".."),
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
  ],
  targets: peaks + [
    .executableTarget(
      name: "Kernels",
      dependencies: peaks.map { .byName(name: $0.name) } + [
        .product(name: "TFLiteMicrokernels", package: "swift-tflite"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Kernels",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "Tracking",
      dependencies: [
        .product(name: "TFLiteVision", package: "swift-tflite"), .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Tracking",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(
      name: "Noise",
      dependencies: [
        engine, .product(name: "TFLiteInspection", package: "swift-tflite"),
        .product(name: "Benchmark", package: "benchmark"),
      ],
      path: "Benchmarks/Noise",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    .executableTarget(name: "EngineWorker", dependencies: [engine]),
    // As one would ship a program that must start fast: with Swift's libraries inside. Those that Foundation's own
    // libraries need are named, because they are only looked up in the shared ones otherwise.
    .executableTarget(
      name: "ColdStart", dependencies: [engine],
      linkerSettings: [
        .unsafeFlags(["-static-stdlib"], .when(platforms: [.linux])),
        .linkedLibrary("_FoundationCollections", .when(platforms: [.linux])),
        .linkedLibrary("_FoundationCShims", .when(platforms: [.linux])),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
