"""What the figures of a benchmark depend on besides the code."""

import os
import platform
import subprocess
from datetime import datetime, timezone
from pathlib import Path


def describe():
    info = {}
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        name, _, value = line.partition(":")
        info.setdefault(name.strip(), value.strip())
    interesting = ("avx2", "avx_vnni", "avx512f", "avx512_vnni", "avx512_bf16")
    flags = info.get("flags", "").split()
    return {
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "processor": info.get("model name", platform.machine()),
        "family_and_model": f'{info.get("cpu family", "?")}/{info.get("model", "?")}',
        "instruction_sets": [flag for flag in interesting if flag in flags],
        "processors": len(os.sched_getaffinity(0)),
        "load_at_start": round(os.getloadavg()[0], 1),
        "system": f"{platform.system()} {platform.release()}",
        "commit": _commit(),
    }


def sentence(machine):
    sets = ", ".join(machine["instruction_sets"]) or "no vector extension that matters here"
    return (
        f'{machine["processor"]} (family/model {machine["family_and_model"]}; {sets}), {machine["processors"]} '
        f'processors, load {machine["load_at_start"]} at the start, {machine["date"]}, commit {machine["commit"]}')


def _commit():
    result = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=Path(__file__).parent, capture_output=True, text=True,
        check=False)
    return result.stdout.strip() or "unknown"
