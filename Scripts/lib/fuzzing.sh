# What fuzzing needs. Source it from bash, behind setup.sh, with the working directory at the package's root.

fuzz_folder=.build/fuzz
fuzz_kept=Tests/FuzzingTests/Corpus
mapfile -t fuzz_targets < <(sed -nE 's/^  case ([a-zA-Z]+)$/\1/p' Tests/Fuzzing/FuzzTarget.swift)

# The fuzzer, for the target that FUZZ_TARGET names: how long, where to and which corpus follow.
#
# A backtrace of Swift would wait for a terminal. What takes longer than 20 s is a finding, too; a campaign tries it once more.
# Hashing that is the same each time leads to the same code for the same bytes. Folders of trials lie in memory where there
# are such: a third more trials of downloads in the same time. Allocations are not counted: leaks are what random programs of
# calls are for. What others add to a corpus is read each minute.
fuzz_command=(
  env SWIFT_BACKTRACE=enable=no SWIFT_DETERMINISTIC_HASHING=1
  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:malloc_context_size=1:quarantine_size_mb=32
  TMPDIR="$([ -w /dev/shm ] && echo /dev/shm || echo "${TMPDIR:-/tmp}")"
  "$fuzz_folder/fuzz" -timeout=20 -rss_limit_mb=2048 -detect_leaks=0 -reload=60 -print_final_stats=1 -verbosity=1
)

# Only what the package makes is instrumented: all of it, in one program. Comparisons are not traced, as `-sanitize=fuzzer`
# would: in the loops of operators that took more than half of the time, and what formats begin with lies in the corpora.
build_fuzzer() {
  local coverage=edge,indirect-calls,inline-8bit-counters,pc-table
  build_package --configuration release --scratch-path "$fuzz_folder/build" --target FuzzEntry \
    -Xswiftc -sanitize=address -Xswiftc -sanitize-coverage=$coverage -Xcc -fsanitize=address -Xcc -fsanitize-coverage=$coverage
  # What was built of sources that are gone lies there, too: the manifest has what belongs to the package now.
  local objects=()
  mapfile -t objects < <(grep -oE '[^"]+\.build/[^"]+\.o' "$fuzz_folder/build/release.yaml" | grep -v -e '-tool\.build/' | sort -u |
    while read -r object; do [ ! -e "$object" ] || echo "$object"; done)
  swiftc -sanitize=fuzzer,address -o "$fuzz_folder/fuzz" "${objects[@]}" -lpng -ljpeg -lz -larchive -lcairo \
    -use-ld=lld
}

# Where a corpus begins: what is kept, and small files of the zoo.
seed_corpus() { # TARGET
  local corpus=$fuzz_folder/corpus/$1 zoo=${TFLITE_ZOO:-../shared/zoo}
  mkdir -p "$corpus" "$fuzz_folder/findings/$1"
  if [ -d "$fuzz_kept/$1" ]; then cp -n "$fuzz_kept/$1"/* "$corpus" 2>/dev/null || true; fi
  case $1 in
    model) [ ! -d "$zoo" ] || find "$zoo/models" -name '*.tflite' -size -200k -exec cp -n {} "$corpus" \; ;;
    metadata)
      [ ! -d "$zoo" ] || find "$zoo/models" -name '*.tflite' -size -6M \
        -exec python3 Scripts/lib/metadata_seeds.py "$corpus" {} + ;;
    pictures) [ ! -d "$zoo" ] || find "$zoo/images" -type f -size -60k -exec cp -n {} "$corpus" \; ;;
  esac
}
