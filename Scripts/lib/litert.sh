# The TFLite C library that parity tests compare with. Needs setup.sh.

litert_version=2.1.6
litert_wheel_sha256=af4f2ba681fa2c688746cbd7ddd71a2bbbdd9e6a51aa609d382bfad77d1c695e
litert_library_sha256=d46eca60880d6e28c1992d136459f06ab642e30eb423bdc14d56e928f398ce19
litert_library=.build/litert/ai_edge_litert/libLiteRt.so

litert_arm64_wheel_sha256=8475d18c73698d9244380ad72f67caf540e5c72d9a80c66d17c4b81ca81a21c8
litert_arm64_library_sha256=c3e365e05249ea97d8dd6d0590df7f9bc817ff61e9610a355ff3937b72864d11
litert_arm64_library=.build/litert-arm64/libLiteRt.so

check_sha256() { # FILE DIGEST
  echo "$2  $1" | sha256sum --check --status || fail "$1 is not the pinned file: its SHA-256 digest is not $2"
}

# Puts the pinned library into .build/litert, or checks the one that is there, or the one that LITERT_LIBRARY names.
fetch_litert() {
  if [ "$(uname -sm)" != "Linux x86_64" ]; then
    echo "none is published for $(uname -sm): parity tests will be skipped"
    return
  fi
  if [ -n "${LITERT_LIBRARY:-}" ]; then
    check_sha256 "$LITERT_LIBRARY" "$litert_library_sha256"
    echo "$LITERT_LIBRARY"
    return
  fi
  download_litert manylinux_2_27_x86_64 "$litert_wheel_sha256" "$litert_library" "$litert_library_sha256"
}

# The library for arm64, which runs emulated.
fetch_litert_for_arm64() {
  download_litert manylinux_2_27_aarch64 "$litert_arm64_wheel_sha256" "$litert_arm64_library" \
    "$litert_arm64_library_sha256"
}

# The library out of the wheel for a platform, whose digests are pinned.
download_litert() { # PLATFORM WHEEL-DIGEST LIBRARY LIBRARY-DIGEST
  local library=$3
  if [ ! -e "$library" ]; then
    python3 -m pip --version >/dev/null 2>&1 || install_packages "${python_packages[@]}"
    # Downloaded and checked aside, then moved: a broken download leaves nothing behind that looks whole.
    local parts=.build/litert.part
    rm -rf "$parts"
    mkdir -p "$parts"
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
      --python-version 3.11 --implementation cp --abi cp311 --platform "$1" \
      --dest "$parts" "ai-edge-litert==$litert_version"
    local wheel
    wheel=$(echo "$parts"/*.whl)
    check_sha256 "$wheel" "$2"
    python3 -m zipfile --extract "$wheel" "$parts/wheel"
    mkdir -p "$(dirname "$library")"
    mv "$parts/wheel/ai_edge_litert/libLiteRt.so" "$library"
    rm -rf "$parts"
  fi
  check_sha256 "$library" "$4"
  echo "$library ($litert_version)"
}

litert_python=.build/litert-python
litert_python_version=2.3.0

# Puts a Python environment with TFLite's interpreter into .build/litert-python, unless LITERT_PYTHON names another one.
# Its reference kernels are the oracle of models with state tensors, which the C interface does not take.
prepare_litert_python() {
  if [ "$(uname -sm)" != "Linux x86_64" ]; then
    return
  fi
  local python=${LITERT_PYTHON:-$litert_python/bin/python}
  if [ -z "${LITERT_PYTHON:-}" ] && ! "$python" -c "import ai_edge_litert.interpreter" 2>/dev/null; then
    python3 -c "import venv, ensurepip" >/dev/null 2>&1 || install_packages "${python_packages[@]}"
    rm -rf "$litert_python"
    python3 -m venv "$litert_python"
    "$python" -m pip install --quiet --disable-pip-version-check --only-binary=:all: --no-deps \
      "ai-edge-litert==$litert_python_version" numpy
  fi
  "$python" -c "
import importlib.metadata
assert importlib.metadata.version('ai-edge-litert') == '$litert_python_version'
import ai_edge_litert.interpreter" || fail "$python has no ai-edge-litert $litert_python_version"
  echo "$python (ai-edge-litert $litert_python_version)"
}
