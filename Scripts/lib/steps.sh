# How Scripts/test runs its steps, one after the other. Source it from bash, behind setup.sh, with the working directory at
# the package's root.
#
# Where TFLITE_TEST_MINUTES is set, as CI does, everything ends by then: a run that takes longer counts for nothing there.
# What there is no time for is left out, and said.

step_logs=.build/test-logs
declare -A step_results
# What they were, in order.
step_summary=()

# Goes on after a step that fails. What it printed lies in a file, too: its end is told once more where all ends.
attempt() { # STEP COMMAND [ARGUMENT ...]
  local status began=$SECONDS
  mkdir -p "$step_logs"
  set +e
  until_deadline "${@:2}" 2>&1 | tee "$step_logs/$1.log"
  status=${PIPESTATUS[0]}
  set -e
  step_results[$1]=$([ "$status" -eq 0 ] && echo succeeded || echo failed)
  summarize "$1: ${step_results[$1]} after $(((SECONDS - began) / 60)) min $(((SECONDS - began) % 60)) s, exit status $status"
}

# The same, if a step that takes so many minutes where machines are slow ends in time. On one that is slower still, the
# deadline ends it, which is no failure.
optional() { # MINUTES STEP COMMAND [ARGUMENT ...]
  if [ -n "${TFLITE_TEST_MINUTES:-}" ] && [ "$((SECONDS / 60 + $1))" -gt "$TFLITE_TEST_MINUTES" ]; then
    leave_out "$2"
    return
  fi
  step "$2"
  attempt "${@:2}"
  if [ "${step_results[$2]}" = failed ] && is_past_deadline; then leave_out "$2"; fi
}

leave_out() { # STEP
  step_results[$1]="left out"
  summarize "$1: left out, since $((SECONDS / 60)) minutes have passed"
}

summarize() { # LINE
  step_summary+=("$1")
  printf '%s\n' "" "$1"
}

failed_steps() {
  local name
  for name in "${!step_results[@]}"; do
    if [ "${step_results[$name]}" = failed ]; then echo "$name"; fi
  done | sort
}

is_past_deadline() {
  [ -n "${TFLITE_TEST_MINUTES:-}" ] && [ "$SECONDS" -ge "$((TFLITE_TEST_MINUTES * 60))" ]
}

# Runs a command, or a function until something in it fails, and ends it at the deadline with all that it has started.
until_deadline() { # COMMAND [ARGUMENT ...]
  if [ -z "${TFLITE_TEST_MINUTES:-}" ]; then
    run_until_failure "$@"
    return
  fi
  # Every job has a process group of its own.
  set -m
  run_until_failure "$@" </dev/null &
  set +m
  local job=$!
  while kill -0 "$job" 2>/dev/null; do
    if is_past_deadline; then
      kill -TERM -- "-$job" 2>/dev/null || true
      sleep 10
      kill -KILL -- "-$job" 2>/dev/null || true
      break
    fi
    sleep 1
  done
  wait "$job"
}

run_until_failure() (
  set -e
  "$@"
)
