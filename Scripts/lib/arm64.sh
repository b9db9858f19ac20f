# Compiles modules of the package for arm64 on a machine of another architecture. Needs setup.sh.
#
# The package manager cannot do that here: there is no Swift for arm64 Linux to hand it, only the interfaces of its library.
# Which targets there are, where their sources lie and with which flags they are compiled is read from the manifest.

arm64_build=.build/arm64
arm64_kit=${TFLITE_ARM64_KIT:-../shared/arm64}
arm64_packages=(qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross python3)

# Prints the targets that the given one needs, each with its folder and flags: see targets.py.
targets_needed_by() { # TARGET
  # A folder of its own: the package's is locked while something is built in it.
  swift package --scratch-path "$arm64_build/manifest" dump-package | python3 Scripts/lib/targets.py "$1"
}

# Compiles one module into a folder, unless it and the modules that stand in the folder before it are as they were.
#
# With `without_bodies=yes` its interface has no bodies of functions: in Embedded Swift, whoever imports it would
# compile them once more.
compile() { # FOLDER MODULE SOURCES FLAG...
  local folder=$1 module=$2 sources=$3 files state
  shift 3
  # Several paths may be given in one word.
  # shellcheck disable=SC2086
  mapfile -t files < <(find -L $sources -name '*.swift' | sort)
  [ ${#files[@]} -gt 0 ] || fail "no sources of $module in $sources"
  state=$({ swiftc --version; printf '%s\n' "$@" "${files[@]}"; cat "${files[@]}" "$folder/interfaces"; } 2>/dev/null | sha256sum)
  if [ "$state" != "$(cat "$folder/$module.state" 2>/dev/null)" ]; then
    local start=$SECONDS
    local command=(
      swiftc -module-name "$module" -swift-version 6 -parse-as-library -package-name swift_tflite -wmo -O
      -module-cache-path "$folder/cache" -I "$folder" "$@"
    )
    local interface=(-emit-module -emit-module-path "$folder/$module.swiftmodule")
    rm -f "$folder/$module.state"
    if [ -n "${without_bodies:-}" ]; then
      "${command[@]}" "${interface[@]}" -Onone -Xfrontend -experimental-skip-all-function-bodies "${files[@]}"
      interface=()
    fi
    "${command[@]}" "${interface[@]}" -c -o "$folder/$module.o" "${files[@]}"
    echo "$module: compiled in $((SECONDS - start)) s"
    echo "$state" >"$folder/$module.state"
  fi
  sha256sum <"$folder/$module.swiftmodule" >>"$folder/interfaces"
}

embedded_flags=(
  -target aarch64-none-none-elf -enable-experimental-feature Embedded
  -I Tests/EmbeddedMicrokernels/TFLiteCLibrary -Xcc -isystem -Xcc /usr/aarch64-linux-gnu/include
)

# The inner loops and their checks in Embedded Swift, which needs nothing of Swift's library.
compile_embedded_microkernels() {
  local folder=$arm64_build/embedded targets name path flags
  mkdir -p "$folder"
  : >"$folder/interfaces"
  targets=$(targets_needed_by MicrokernelChecks)
  while IFS=$'\t' read -r name path flags; do
    IFS=$'\t' read -ra flags <<<"$flags"
    case $name in
      # Here, it is a module map; and there are no modules for other architectures.
      TFLiteCLibrary | TFLiteMicrokernelsAVX*) ;;
      TFLiteMicrokernels)
        compile "$folder" "$name" "$path/Families.swift $path/Shapes.swift $path/SumFactors.swift Tests/EmbeddedMicrokernels/$name" \
          "${embedded_flags[@]}"
        ;;
      TFLiteMicrokernels*) without_bodies=yes compile "$folder" "$name" "$path" "${embedded_flags[@]}" "${flags[@]}" ;;
      *) compile "$folder" "$name" "$path" "${embedded_flags[@]}" "${flags[@]}" ;;
    esac
  done <<<"$targets"
}

# A program that runs the checks.
build_embedded_microkernels() { # PROGRAM
  local folder=$arm64_build/embedded
  compile_embedded_microkernels
  # In Embedded Swift, it compiles the functions of other modules that it finds a body of: with their features, or the
  # compiler crashes.
  compile "$folder" EmbeddedMicrokernels Tests/EmbeddedMicrokernels/EmbeddedMicrokernels.swift "${embedded_flags[@]}" \
    -Xcc -march=armv8-a+dotprod+i8mm
  link_embedded "$folder" "$1"
}

# The program with one family of loops, one of which rounds wrongly: such a program must not pass. The broken loop is compiled
# into it, since it would not do to link the whole program with a broken module: it holds copies of the loops that it calls.
build_broken_microkernels() { # PROGRAM
  local folder=$arm64_build/broken sources=$arm64_build/broken/sources file part name path flags
  mkdir -p "$sources"
  for part in Base Interpolation NEON Pairs PartialStores Requantization SignedProducts Vectors Vectors128; do
    cp -r "Sources/MicrokernelLoops/$part" "$sources"
  done
  cp Sources/TFLiteMicrokernelsPortable/Portable.swift Sources/MicrokernelLoops/Int16Pairs/Int16Rows.swift "$sources"
  # What only tiles need.
  rm "$sources/Base/ActivationFormat.swift"
  sed 's/1 << 19/1 << 18/' Sources/MicrokernelLoops/Interpolation/Interpolation.swift >"$sources/Interpolation/Interpolation.swift"
  if cmp --silent {"$sources",Sources/MicrokernelLoops}/Interpolation/Interpolation.swift; then
    fail "the loop that is to be broken has changed; see build_broken_microkernels"
  fi
  # All else is as in the whole program.
  for file in "$arm64_build"/embedded/*; do
    case $(basename "$file") in
      *MicrokernelsPortable.* | *NEON* | EmbeddedMicrokernels.* | *.state) ;;
      *.o | *.swiftmodule) cp "$file" "$folder" ;;
    esac
  done
  : >"$folder/interfaces"
  while IFS=$'\t' read -r name path flags; do
    if [ "$name" = TFLiteMicrokernelsPortable ]; then
      IFS=$'\t' read -ra flags <<<"$flags"
      compile "$folder" "$name" "$sources" "${embedded_flags[@]}" "${flags[@]}"
    fi
  done < <(targets_needed_by MicrokernelChecks)
  compile "$folder" EmbeddedMicrokernels Tests/EmbeddedMicrokernels/EmbeddedMicrokernels.swift "${embedded_flags[@]}" \
    -D ONE_FAMILY
  link_embedded "$folder" "$1"
}

link_embedded() { # FOLDER PROGRAM
  # Of functions that stand twice, the first is linked: what a module compiled with its own features, not what the main one,
  # which has all features, compiled once more.
  aarch64-linux-gnu-gcc -B "$(dirname "$(readlink -f "$(command -v swiftc)")")" -fuse-ld=lld -static -o "$2" \
    "$1"/TFLite*.o "$1"/{MicrokernelChecks,TestRandomness,EmbeddedMicrokernels}.o -lm
}

# Unpacks the kit, or says what it is.
unpack_kit() {
  local archive=$arm64_kit/swift-and-sysroot.tar.xz
  [ -e "$archive" ] || fail "no kit for arm64 at $arm64_kit; TFLITE_ARM64_KIT names another folder. It holds

  swift-and-sysroot.tar.xz   swift/: usr/libexec/swift/lib/swift of the arm64 packages swiftlang and libswiftlang of Debian sid
                             (apt-get download, dpkg-deb -x), without each .swiftmodule that has a .swiftinterface beside it;
                             sysroot/: libc6-dev, libgcc-15-dev and libstdc++-15-dev for arm64, to link and run with"
  local unpacked=$arm64_build/kit
  if [ ! -e "$unpacked/done" ] || [ "$archive" -nt "$unpacked/done" ]; then
    rm -rf "$unpacked"
    mkdir -p "$unpacked"
    tar -C "$unpacked" -xJf "$archive"
    # The compiler's own C headers.
    ln -s "$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift/clang" "$unpacked/swift/clang"
    touch "$unpacked/done"
  fi
}

# A target of the package and all that it needs, with the kit's library, and with stubs of what that lacks.
build_for_arm64() { # TARGET PROGRAM
  local folder=$arm64_build/linux kit=$arm64_build/kit targets name path flags stub objects=()
  local linux=(-target aarch64-unknown-linux-gnu -sdk "$kit/sysroot" -resource-dir "$kit/swift")
  mkdir -p "$folder"
  : >"$folder/interfaces"
  targets=$(targets_needed_by "$1")
  for stub in Tests/ARM64Stubs/*.swift; do
    name=$(basename "$stub" .swift)
    compile "$folder" "$name" "$stub" "${linux[@]}"
    objects+=("$folder/$name.o")
  done
  while IFS=$'\t' read -r name path flags; do
    IFS=$'\t' read -ra flags <<<"$flags"
    compile "$folder" "$name" "$path" "${linux[@]}" "${flags[@]}"
    objects+=("$folder/$name.o")
  done <<<"$targets"
  # lld, because GNU ld refuses to copy Swift's protected symbols.
  local gcc=$kit/sysroot/usr/lib/gcc/aarch64-linux-gnu/15
  clang --target=aarch64-unknown-linux-gnu --sysroot="$kit/sysroot" -fuse-ld=lld -B "$gcc" -L "$gcc" -o "$2" \
    "$kit/swift/linux/aarch64/swiftrt.o" "${objects[@]}" -L "$kit/swift/linux" \
    -lswiftCore -lswift_Concurrency -lswiftSynchronization -lswift_StringProcessing -lswift_RegexParser -lswiftGlibc \
    -ldispatch -lBlocksRuntime -lswiftDispatch -lswiftSwiftOnoneSupport -lstdc++ -lm -lpthread \
    -Wl,-rpath,"$PWD/$kit/swift/linux" -Wl,--allow-shlib-undefined
}
