#if arch(x86_64) && os(Linux)
  /// What glibc knows of one leaf of CPUID: what the processor has, and what of it the operating system has switched on.
  private struct CPUIDLeaf {
    var present: (eax: UInt32, ebx: UInt32, ecx: UInt32, edx: UInt32)
    var active: (eax: UInt32, ebx: UInt32, ecx: UInt32, edx: UInt32)
  }

  /// Index 0 is CPUID leaf 1, index 1 is leaf 7. Exported since glibc 2.33.
  @_silgen_name("__x86_get_cpuid_feature_leaf")
  private func cpuidLeaf(_ index: UInt32) -> UnsafePointer<CPUIDLeaf>

  /// The processor this program runs on.
  enum CPU {
    /// AVX2 and FMA.
    static var hasAVX2: Bool { has(ebx: 5) && cpuidLeaf(0).pointee.active.ecx & 1 << 12 != 0 }

    /// AVX-512 F, DQ, BW and VL, and VNNI.
    static var hasAVX512VNNI: Bool { has(ebx: 16, 17, 30, 31) && cpuidLeaf(1).pointee.active.ecx & 1 << 11 != 0 }

    private static func has(ebx bits: UInt32...) -> Bool {
      let active = cpuidLeaf(1).pointee.active.ebx
      return bits.allSatisfy { active & 1 << $0 != 0 }
    }
  }
#elseif arch(x86_64) && canImport(Darwin)
  import Darwin

  /// The processor this program runs on.
  enum CPU {
    /// AVX2 and FMA.
    static var hasAVX2: Bool { has("avx2_0") && has("fma") }

    /// AVX-512 F, DQ, BW and VL, and VNNI.
    static var hasAVX512VNNI: Bool { ["avx512f", "avx512dq", "avx512bw", "avx512vl", "avx512vnni"].allSatisfy(has) }

    private static func has(_ feature: String) -> Bool {
      var value: Int32 = 0
      var size = MemoryLayout<Int32>.size
      return sysctlbyname("hw.optional.\(feature)", &value, &size, nil, 0) == 0 && value != 0
    }
  }
#endif
