# What the scripts of this folder share. Source it from bash with the working directory at the package's root.

# Debian packages that building needs, the last one for `tflite detect --read` alone, and those that fetching the TFLite C
# library needs.
build_packages=(pkg-config libpng-dev libjpeg-dev libcairo2-dev zlib1g-dev libarchive-dev libssl-dev libcurl4-openssl-dev fonts-dejavu-core libzxing-dev)
python_packages=(python3 python3-pip python3-venv)

# How everything is built that is not for debugging: always in the same way, so that nothing is compiled twice.
release_build=(--configuration release --static-swift-stdlib)

# How many tests run at once. They share the threads of tasks, one for each core, with the web servers of some of them: behind
# hundreds of tests that wait for a thread, an answer took more than a minute.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$((4 * $(nproc)))

# Announces the next step.
step() { printf '\n==> %s\n' "$*"; }

# Ends the script with a message.
fail() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

require_swift() {
  command -v swift >/dev/null ||
    fail "no Swift toolchain in PATH; version 6.3 or later is needed (https://www.swift.org/install)"
}

# `swift build`, once more where a signal ended it: the package manager of Swift 6.3 crashes now and then while it fetches.
build_package() { # ARGUMENT...
  local status=0
  swift build "$@" || status=$?
  [ "$status" -gt 128 ] || return "$status"
  step "A signal ended swift build (exit status $status); building once more"
  swift build "$@"
}

# Builds a product for release.
build_release() { # PRODUCT
  is_built "release/$1" || build_as "release/$1" "${release_build[@]}" --product "$1"
}

# Builds every product for release at once.
build_everything_for_release() {
  build_as "release/tflite release/OperatorHashRunner" "${release_build[@]}"
}

# Builds everything as the tests need it.
build_tests() {
  is_built "$built_tests" || build_as "$built_tests" --build-tests
}
built_tests=debug/swift-tflitePackageTests.xctest

# Builds, and remembers of which sources these files of .build were made.
build_as() { # FILES ARGUMENT...
  local file began
  began=$(date '+%F %T.%N')
  # Whoever asks whether this function succeeds switches `set -e` off in it.
  build_package "${@:2}" || return
  for file in $1; do
    built_state "$file" >"$(built_mark "$file")"
    touch --date "$began" "$(built_mark "$file")"
  done
}

# Whether a file is what was built last, and nothing has changed since. The package manager alone compiles everything again
# where the file system of a container gives files other numbers.
is_built() { # FILE
  local mark
  mark=$(built_mark "$1")
  [ "$(cat "$mark" 2>/dev/null)" = "$(built_state "$1")" ] &&
    [ -z "$(find Package.swift Package.resolved Sources Tests Models -newer "$mark" -print -quit)" ]
}

# What is remembered of a file that was built, and when.
built_mark() { # FILE
  echo ".build/$(basename "$1").built"
}

# Tells a file from all others that were built in its place.
built_state() { # FILE
  swift --version 2>&1
  echo "${TFLITE_FAST_DEBUG:-} ${TFLITE_SANITIZED:-}"
  stat --format '%y %s' ".build/$1" 2>/dev/null || echo "none"
}

# Installs the Debian packages among its arguments that are not there yet. Asks for nothing where all are.
install_packages() {
  local package missing=()
  command -v dpkg-query >/dev/null ||
    fail "this is neither Debian nor Ubuntu; install what these packages hold, and build with swift build: $*"
  for package in "$@"; do
    dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
      missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  step "Installing ${missing[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "installing packages needs root, and sudo is missing: ${missing[*]}"
    as_root=(sudo)
  fi
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
}

# NumPy, with which the tests read the arrays that are written.
require_numpy() {
  python3 -c 'import numpy' 2>/dev/null || install_packages python3 python3-numpy
  python3 -c 'import numpy; print("NumPy", numpy.__version__)' ||
    fail "python3 finds no numpy: another python3 than Debian's stands first in PATH; install numpy for it"
}

# The tests that had begun and not ended when the log of `swift test` ended.
unfinished_tests() { # LOG
  comm -23 <(sed -nE 's/^◇ Test ([^ ]+\)) started\.$/\1/p' "$1" | sort -u) \
    <(sed -nE 's/^.*[✔✘] Test ([^ ]+\)) .*(passed|failed) after .*/\1/p' "$1" | sort -u)
}
