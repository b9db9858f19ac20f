# Programs of random calls. Source it from bash, behind setup.sh, with the working directory at the package's root.

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
  swift build "${build[@]}" --product RandomProgramRunner || return 1
  for kind in "${kinds[@]}"; do
    TSAN_OPTIONS=halt_on_error=1:suppressions=Scripts/lib/thread-sanitizer.txt ASAN_OPTIONS=detect_leaks=1 \
      SWIFT_BACKTRACE=enable=no ".build/$1-sanitizer/debug/RandomProgramRunner" "$kind" 0 "$2" || status=1
  done
  return "$status"
}
