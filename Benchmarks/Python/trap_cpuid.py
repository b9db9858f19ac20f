"""Copies libraries, with UD2 in the place of each CPUID: both have two bytes, and the first can be answered by a handler
(without_avx512.c) on every processor."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

CPUID, UD2 = b"\x0f\xa2", b"\x0f\x0b"


def instructions(library):
    """The offsets in the file of the CPUIDs that a disassembler finds: their bytes occur within others, too."""
    sections = subprocess.run(["objdump", "-h", library], capture_output=True, text=True, check=True).stdout
    offsets = {}
    for name, address, offset in re.findall(r"^ *\d+ (\S+) +[0-9a-f]+ +([0-9a-f]+) +[0-9a-f]+ +([0-9a-f]+)", sections, re.M):
        offsets[name] = int(offset, 16) - int(address, 16)
    section = None
    with subprocess.Popen(["objdump", "-d", "-w", library], stdout=subprocess.PIPE, text=True) as listing:
        for line in listing.stdout:
            if line.startswith("Disassembly of section "):
                section = line.split()[-1].rstrip(":")
            elif line.endswith("\tcpuid\n"):
                yield int(line.split(":")[0], 16) + offsets[section]
    if listing.returncode:
        sys.exit(f"trap_cpuid: {library} cannot be disassembled")


def main():
    *libraries, folder = map(Path, sys.argv[1:])
    folder.mkdir(parents=True, exist_ok=True)
    for library in libraries:
        content = bytearray(library.read_bytes())
        found = list(instructions(library)) if CPUID in content else []
        for offset in found:
            assert content[offset:offset + 2] == CPUID
            content[offset:offset + 2] = UD2
        part = folder / (library.name + ".part")
        part.write_bytes(content)
        shutil.copymode(library, part)
        part.rename(folder / library.name)
        if found:
            print(f"{library.name}: {len(found)}")


if __name__ == "__main__":
    main()
