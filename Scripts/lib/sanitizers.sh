# What sanitizers watch: programs of random calls, and the tests. Source it from bash, behind setup.sh, with the working
# directory at the package's root.

# How to build for a sanitizer: of data races, or of accesses and leaks. The latter's C ends at undefined behavior, too;
# of Swift, the compiler knows none to look for.
sanitized_build() { # thread|address
  printf '%s\n' --sanitize "$1" --scratch-path ".build/$1-sanitizer"
  [ "$1" = thread ] || printf '%s\n' -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined \
    -Xcxx -fsanitize=undefined -Xcxx -fsanitize-trap=undefined
}

# Runs so many programs of each kind.
try_programs() { # thread|address COUNT
  local build kind status=0 kinds=(interpreter objectDetector imageLabeler)
  # What Swift's Mutex protects looks to the thread sanitizer as if nothing did: the system's library is not compiled for it.
  [ "$1" = thread ] || kinds+=(modelManager)
  mapfile -t build < <(sanitized_build "$1")
  build_package "${build[@]}" --product RandomProgramRunner || return 1
  for kind in "${kinds[@]}"; do
    TSAN_OPTIONS=halt_on_error=1:suppressions=Scripts/lib/thread-sanitizer.txt ASAN_OPTIONS=detect_leaks=1 \
      SWIFT_BACKTRACE=enable=no ".build/$1-sanitizer/debug/RandomProgramRunner" "$kind" 0 "$2" || status=1
  done
  return "$status"
}

# Tests that cannot run under the address sanitizer.
unsanitized_tests=(
  # Replace malloc and its kin, as the sanitizer does: a program that counts, and a library that is loaded before all others.
  # That library also tells by who calls what may fail, and here the sanitizer's functions call for all.
  TFLiteTests.AllocationTests TFLiteVisionTests.FrameAllocationTests
  TFLiteCommandTests.FaultTests TFLiteCommandTests.ModelFaultTests
  # Give a process 4 GiB of addresses, of which the sanitizer reserves terabytes. Python, where the second calls the
  # C library from, does not bring what a sanitized library needs, either.
  ParityTests.BuiltinOperatorTests TensorFlowLiteCTests.TensorFlowLiteCTests/callsInAnyOrder
  # Link what was built for the sanitizer into a program that was not.
  TFLiteModelManagerTests.AppleArchiveTests
  # Measure resident memory: what is freed stays a while, so that its use is found.
  LiteRTReferenceTests.LiteRTLibraryTests/compilingDoesNotLeak TFLiteModelManagerTests.ProcessTests/memoryStaysSmall
  TFLiteVisionTests.StreamDetectorTests/memoryDoesNotGrow
  # Read machine code, which here has the sanitizer's own between.
  TFLiteMicrokernelsTests.TileRegisterTests TFLiteMicrokernelsTests.WeakFunctionTests
)

# Runs the tests of some targets, or of all, under the sanitizers of addresses and of undefined behavior. Each target has a
# process of its own, which the first finding ends. Leaks are not looked for: what lives as long as the process looks like one.
try_tests() { # [TARGET...]
  local build name module log report status=0 skipped=() failed=() folder=$PWD/.build/address-sanitizer/tests
  [ $# -gt 0 ] || set -- Tests/*Tests
  # The manifest and the tests take it into account.
  local -x TFLITE_SANITIZED=1
  mapfile -t build < <(sanitized_build address)
  build_package "${build[@]}" --build-tests || return 1
  for name in "${unsanitized_tests[@]}"; do skipped+=(--skip "$name"); done
  rm -rf "$folder" && mkdir -p "$folder"
  for module in "$@"; do
    module=${module#Tests/}
    log=$folder/$module.log
    # Findings are told in files: tests read what programs print, and expect that some of them fail.
    ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:handle_sigill=1:log_path=$folder/$module \
      SWIFT_BACKTRACE=enable=no timeout 4h swift test --skip-build "${build[@]}" \
      --filter "^$module[./]" "${skipped[@]}" >"$log" 2>&1 || failed+=("$module")
    # The tests' exit status is also good where there are none, as for a filter that means nothing.
    if ! grep --text -E '^[^ ]+ Test run with [1-9]' "$log" | sed "s/^[^ ]*/$module:/"; then
      echo "$module: no tests, or they did not run to their end"
      [[ " ${failed[*]} " = *" $module "* ]] || failed+=("$module")
    fi
  done

  for module in "${failed[@]}"; do
    step "$module: $folder/$module.log"
    grep --text --after-context 4 '^✘' "$folder/$module.log" | tail -n 40 || true
    unfinished_tests "$folder/$module.log"
    status=1
  done
  # Allocations that fail are told there, too, and are no findings.
  while read -r report; do
    step "Found by a sanitizer: $report"
    head -n 60 "$report"
    status=1
  done < <(grep --text --files-with-matches 'ERROR: AddressSanitizer' --exclude '*.log' -r "$folder" || true)
  return "$status"
}
