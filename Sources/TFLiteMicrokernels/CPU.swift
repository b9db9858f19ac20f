import TFLiteCLibrary

/// The processor this program runs on, as far as the operating system lets programs use it.
enum CPU {
  /// What an instruction set may need, under the name that Linux has for it.
  enum Feature: String, CaseIterable {
    case avx2, fma
    case avxvnni = "avx_vnni"
    case avx512f, avx512dq, avx512bw, avx512vl
    case avx512vnni = "avx512_vnni"
    case avx512vbmi
    case asimddp, i8mm

    #if arch(x86_64)
    /// Where CPUID has it: in leaf 1 (index 0), 7 (index 1) or the second part of 7 (index 6), in eax, ebx, ecx or edx (word
    /// 0 to 3); nil for features of other architectures.
    fileprivate var cpuid: (leaf: UInt32, word: Int, bit: UInt32)? {
      switch self {
      case .fma: (0, 2, 12)
      case .avx2: (1, 1, 5)
      case .avxvnni: (6, 0, 4)
      case .avx512f: (1, 1, 16)
      case .avx512dq: (1, 1, 17)
      case .avx512bw: (1, 1, 30)
      case .avx512vl: (1, 1, 31)
      case .avx512vnni: (1, 2, 11)
      case .avx512vbmi: (1, 2, 1)
      case .asimddp, .i8mm: nil
      }
    }
    #elseif arch(arm64)
    /// Where the kernel's auxiliary vector has it, and Darwin's name; nil for features of other architectures.
    fileprivate var hwcap: (entry: UInt, bit: UInt, darwin: String)? {
      let (hwcap, hwcap2): (UInt, UInt) = (16, 26)
      return switch self {
      case .asimddp: (hwcap, 20, "FEAT_DotProd")
      case .i8mm: (hwcap2, 13, "FEAT_I8MM")
      case .avx2, .fma, .avxvnni, .avx512f, .avx512dq, .avx512bw, .avx512vl, .avx512vnni, .avx512vbmi: nil
      }
    }
    #endif
  }

  static func has(_ features: Feature...) -> Bool { features.allSatisfy(available.contains) }

  #if arch(x86_64) && (os(Linux) || os(Android))
  private static let available = featuresKnownToGlibc() ?? featuresKnownToLinux()

  /// What glibc keeps of CPUID, less what the operating system has not switched on; nil where it does not tell.
  ///
  /// The function is looked up by name, so that programs start where glibc is older than 2.33 or another C library
  /// stands in its place.
  static func featuresKnownToGlibc() -> [Feature]? {
    guard let symbol = dlsym(nil, "__x86_get_cpuid_feature_leaf") else { return nil }
    // Four words that the processor gives, then four of what is active.
    let leaf = unsafeBitCast(symbol, to: (@convention(c) (UInt32) -> UnsafePointer<UInt32>).self)
    return Feature.allCases.filter { feature in
      guard let cpuid = feature.cpuid else { return false }
      return leaf(cpuid.leaf)[4 + cpuid.word] & 1 << cpuid.bit != 0
    }
  }

  /// The kernel's list, which takes longer to read and leaves out what programs may not use.
  static func featuresKnownToLinux() -> [Feature] {
    guard let file = fopen("/proc/cpuinfo", "r") else { return [] }
    defer { fclose(file) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    while getline(&line, &capacity, file) > 0, let text = line {
      let words = String(cString: text).split(whereSeparator: \.isWhitespace)
      if words.first == "flags" { return Feature.allCases.filter { words.contains(Substring($0.rawValue)) } }
    }
    return []
  }
  #elseif arch(arm64) && (os(Linux) || os(Android))
  /// What the kernel says to every program that it starts. (Swift's module of glibc lacks `getauxval`.)
  private static let available: [Feature] = {
    guard let file = fopen("/proc/self/auxv", "r") else { return [] }
    defer { fclose(file) }
    var values: [UInt: UInt] = [:]
    var entry: (key: UInt, value: UInt) = (0, 0)
    while fread(&entry, MemoryLayout.size(ofValue: entry), 1, file) == 1 { values[entry.key] = entry.value }
    return Feature.allCases.filter { feature in
      guard let hwcap = feature.hwcap else { return false }
      return values[hwcap.entry, default: 0] & 1 << hwcap.bit != 0
    }
  }()
  #elseif arch(x86_64) && canImport(Darwin)
  private static let available = Feature.allCases.filter { feature in
    feature.cpuid != nil && hasOptional(feature == .avx2 ? "avx2_0" : "\(feature)")
  }
  #elseif arch(arm64) && canImport(Darwin)
  private static let available = Feature.allCases.filter { feature in
    guard let hwcap = feature.hwcap else { return false }
    return hasOptional("arm.\(hwcap.darwin)")
  }
  #else
  private static let available: [Feature] = []
  #endif

  #if canImport(Darwin)
  private static func hasOptional(_ name: String) -> Bool {
    var value: Int32 = 0
    var size = MemoryLayout<Int32>.size
    return sysctlbyname("hw.optional.\(name)", &value, &size, nil, 0) == 0 && value != 0
  }
  #endif
}
