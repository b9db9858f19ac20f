# Other versions of Python, and what the examples for Python need. Needs setup.sh.

# The versions on which the package for Python is tried, where they are installed.
python_versions=(3.9 3.10 3.11 3.12 3.13 3.14)

# The program of a version: in PATH, or among those of pyenv. Fails where there is none.
find_python() { # VERSION
  local program
  for program in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
    if "$program" -c 'import ensurepip' 2>/dev/null; then
      echo "$program"
      return
    fi
  done
  return 1
}

# Puts an environment into a folder, unless it is there with just these requirements.
prepare_environment() { # PYTHON FOLDER PIP-ARGUMENT...
  local python=$1 folder=$2
  shift 2
  if [ "$(cat "$folder/requirements" 2>/dev/null)" != "$*" ]; then
    rm -rf "$folder"
    "$python" -m venv "$folder"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
    echo "$*" >"$folder/requirements"
  fi
}

# The tests of the package on each version that is here, with the wheel.
test_other_pythons() { # WHEEL
  local version program folder status=0 found=()
  for version in "${python_versions[@]}"; do
    program=$(find_python "$version") || continue
    found+=("$version")
    folder=.build/pythons/$version
    prepare_environment "$program" "$folder" --only-binary=:all: numpy
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$1"
    echo "$("$folder/bin/python" --version), NumPy $("$folder/bin/python" -c 'import numpy; print(numpy.__version__)')"
    "$folder/bin/python" -W error -m unittest discover --start-directory Python/tests --pattern 'test_*.py' ||
      status=1
  done
  echo "tried: ${found[*]:-none}; of ${python_versions[*]}"
  return "$status"
}

# Holds what GitHub reads to its schemas: it runs nowhere else.
check_github_files() {
  local linters=.build/linters rules='{document-start: disable, truthy: {check-keys: false}, line-length: {max: 120}}'
  prepare_environment python3 "$linters" check-jsonschema==0.39.0 yamllint==1.38.0
  "$linters/bin/yamllint" --strict --config-data "{extends: default, rules: $rules}" .github .spi.yml &&
    "$linters/bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml &&
    "$linters/bin/check-jsonschema" --builtin-schema vendor.github-issue-config .github/ISSUE_TEMPLATE/config.yml &&
    "$linters/bin/check-jsonschema" --builtin-schema vendor.github-issue-forms \
      $(find .github/ISSUE_TEMPLATE -name '*.yml' ! -name config.yml)
}

examples_python=.build/examples-python

# Puts the examples' engines and servers and the wheel into .build/examples-python.
prepare_examples() { # WHEEL
  # Spark needs it.
  command -v java >/dev/null || install_packages openjdk-17-jre-headless
  local wanted
  mapfile -t wanted < <(grep --invert-match '^#' Python/examples/requirements.txt)
  # MLServer takes none later than 3.12.
  local program
  program=$(find_python 3.11 || find_python 3.12 || echo python3)
  prepare_environment "$program" "$examples_python" "${wanted[@]}"
  "$examples_python/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
    --requirement Python/examples/requirements-no-deps.txt
  "$examples_python/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$1"
}
