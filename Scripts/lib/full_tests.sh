# What Scripts/test --full does behind the tests. Sourced by it, behind steps.sh and the rest.
#
# A step's minutes are those that it takes on the slowest machine that CI has had. What takes few comes first: where there is
# no time for everything, most is there.

on_x86_64=
if [ "$(uname -sm)" = "Linux x86_64" ]; then on_x86_64=1; fi

wheel=.build/wheel
library=$PWD/.build/release/libtensorflowlite_c.so

compare_wheel() {
  SWIFT_TFLITE_LIBRARY=$library Scripts/wheel
  [ ! -d "$zoo" ] || SWIFT_TFLITE_LIBRARY=$library \
    "${LITERT_PYTHON:-$litert_python/bin/python}" Python/tests/litert_comparison.py "$zoo"
}

try_examples() {
  prepare_examples "$wheel"/*.whl
  "$examples_python/bin/python" -m unittest discover --start-directory Python/tests/examples
}

# That they build and run, not how fast anything is.
try_benchmarks() {
  build_package --package-path Benchmarks --configuration release
  [ -d "$zoo" ] || return 0
  Benchmarks/versus-peers --rounds 1 --turn 0.01 --filter vww --results .build/benchmarks
  Benchmarks/cold-start --rounds 2 --results .build/benchmarks
  Benchmarks/photographs --rounds 2 --count 4 --results .build/benchmarks
}

# No warnings, no link that leads nowhere.
optional 2 "the documentation as a site" Scripts/documentation --base-path swift-tflite

optional 9 "everything for release" build_everything_for_release
if [ "${step_results[everything for release]}" = succeeded ]; then
  if [ -n "$on_x86_64" ]; then
    # On every model of the zoo.
    optional 2 "the wheel beside TFLite's own" compare_wheel
    if [ -e "$wheel" ]; then
      optional 2 "the wheel on every version of Python that is here" test_other_pythons "$wheel"/*.whl
      optional 5 "the wheel in Ray Data, Spark and MLServer" try_examples
    fi
  fi
  if [ "$(uname -s)" = Linux ]; then optional 2 "the program as it is installed" Scripts/try-program; fi
  if [ -n "$on_x86_64" ] && [ -d "$zoo" ]; then optional 1 "an old processor" Scripts/old-processor; fi
fi

# Programs of random calls in several threads.
optional 7 "the thread sanitizer" try_programs thread 400

if [ -n "$on_x86_64" ]; then
  # All of it needs a Swift library for arm64 and models; the inner loops need neither.
  if [ -d "$zoo" ] && [ -d "${TFLITE_ARM64_KIT:-../shared/arm64}" ]; then
    optional 20 "models on arm64" Scripts/arm64
  fi
  if [ "${step_results[models on arm64]:-left out}" = "left out" ]; then
    optional 5 "inner loops on arm64" Scripts/arm64 --inner-loops
  fi
  optional 14 "benchmarks" try_benchmarks
  optional 12 "fuzzing" Scripts/fuzz all 5000x
fi
optional 10 "a user's debug build" Scripts/debug-build
