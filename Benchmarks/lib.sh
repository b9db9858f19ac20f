# What the benchmarks share: programs to build, and peers to fetch. Source it from bash.

benchmarks=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$benchmarks/.."
source Scripts/lib/setup.sh
source Scripts/lib/litert.sh
zoo=${TFLITE_ZOO:-../shared/zoo}
peers=Benchmarks/.build/peers
python=Benchmarks/.build/python

openvino_version=2026.4.1
pillow_version=13.0.0

# Results go to standard output, everything else to standard error.
build_swift() { # PRODUCT...
  local product
  require_swift
  step "Building"
  for product in "$@"; do
    build_package --package-path Benchmarks --configuration release --product "$product"
  done
} >&2

# A Python of its own with OpenVINO and what draws charts.
install_python() {
  [ "$(uname -sm)" = "Linux x86_64" ] || fail "the peers are published for Linux x86_64"
  step "OpenVINO $openvino_version"
  if ! "$python/bin/python" -m pip --version >/dev/null 2>&1; then
    python3 -m venv --clear "$python" 2>/dev/null || {
      install_packages python3 python3-venv python3-pip
      python3 -m venv --clear "$python"
    }
  fi
  "$python/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: \
    "openvino==$openvino_version" "matplotlib>=3.9,<4"
  echo "$python"
} >&2

# A Python of its own with what a loop over photographs needs.
install_photograph_python() {
  [ "$(uname -sm)" = "Linux x86_64" ] || fail "LiteRT is published for Linux x86_64"
  local folder=Benchmarks/.build/photographs
  local wanted=("ai-edge-litert==$litert_python_version" "pillow==$pillow_version" numpy)
  step "Python with ${wanted[*]}"
  python3 -c "import venv, ensurepip" >/dev/null 2>&1 || install_packages "${python_packages[@]}"
  if [ "$(cat "$folder/requirements" 2>/dev/null)" != "${wanted[*]}" ]; then
    rm -rf "$folder"
    python3 -m venv "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: --no-deps "${wanted[@]}"
    echo "${wanted[*]}" >"$folder/requirements"
  fi
} >&2

# The programs that run the C library.
build_litert_peers() {
  step "The TFLite C library"
  fetch_litert
  command -v cc >/dev/null || install_packages gcc libc6-dev
  local library
  library=$(realpath "${LITERT_LIBRARY:-$litert_library}")
  mkdir -p "$peers"
  local program
  for program in litert_worker cold_start; do
    cc -O2 -o "$peers/$program" "Benchmarks/Peers/$program.c" Benchmarks/Peers/litert.c "$library" \
      "-Wl,-rpath,$(dirname "$library")"
  done
  cc -O2 -o "$peers/measure" Benchmarks/Peers/measure.c
  cc -O2 -shared -fPIC -Wl,-z,initfirst -o "$peers/without_avx512.so" Benchmarks/Peers/without_avx512.c
} >&2

# Where OpenVINO lies, with its libraries and headers.
openvino_package() {
  "$python/bin/python" -c 'import importlib.util as u; print(u.find_spec("openvino").submodule_search_locations[0])'
}

# The peers' libraries once more, for processors that cannot let CPUID fault: what `--cpu` needs there.
trap_cpuid_of_peers() {
  ! grep -q cpuid_fault /proc/cpuinfo || return 0
  local package trapped=$peers/trapped-$openvino_version-$litert_version
  if [ ! -d "$trapped" ]; then
    step "Libraries whose CPUID is trapped"
    command -v objdump >/dev/null || install_packages binutils
    package=$(openvino_package)
    rm -rf "$trapped.part"
    python3 Benchmarks/Python/trap_cpuid.py "${LITERT_LIBRARY:-$litert_library}" "$package"/libs/libopenvino{.so,_c.so}.* \
      "$package"/libs/libopenvino_{intel_cpu_plugin.so,ir_frontend.so.*,tensorflow_lite_frontend.so.*} \
      "$package"/libs/lib{tbb,tbbmalloc,hwloc}.so.* "$trapped.part"
    mv "$trapped.part" "$trapped"
  fi
  ln -sfn "$(basename "$trapped")" "$peers/trapped"
} >&2

build_openvino_peer() {
  local package
  package=$(openvino_package)
  cc -O2 -I "$package/include" -o "$peers/openvino_worker" Benchmarks/Peers/openvino_worker.c \
    "$package"/libs/libopenvino_c.so.* "-Wl,-rpath,$package/libs"
} >&2
