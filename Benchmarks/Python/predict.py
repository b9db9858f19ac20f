#!/usr/bin/env python3
"""What llvm-mca's models of processors expect of the tiles of convolutions in object files for arm64.

    predict.py MCA OBJDUMP [--record] OBJECT...    prints a table in Markdown, or writes it into Benchmarks/README.md

Of each tile (a specialization of `Tile.run`), the loop with the most products is taken: from the target of a branch that
leads backwards to the branch. A hundred rounds of it are simulated. The share is the time that its products alone would
take, as many as the model's units start at once, divided by the time that the loop takes. Where something else takes longer
than the products in whatever code, the greatest share that this leaves stands behind it: the loads of all operands, or sums of
floats, whose order is specified, so that each waits for the last one of its accumulator.
"""
import json
import re
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# How many vector operations of one kind a model starts in a cycle.
MODELS = {
    "neoverse-n1": {"sdot": 2, "smmla": 2, "usmmla": 2, "fmla": 2, "fmul": 2, "fadd": 2, "smlal": 1, "smlal2": 1},
    "neoverse-v1": {"sdot": 4, "smmla": 4, "usmmla": 4, "fmla": 4, "fmul": 4, "fadd": 4, "smlal": 2, "smlal2": 2},
}
KINDS = set(MODELS["neoverse-n1"])
# How many vectors a model loads in a cycle, and after how many cycles a sum of floats can be added to.
LOADS = {"neoverse-n1": 2, "neoverse-v1": 3}
LATENCIES = {"fmla": 4, "fadd": 2}
ROUNDS = 100
SETS = {"Portable": "`portable`", "NEONDotprod": "`neonDotprod`", "NEONI8MM": "`neonI8MM`"}
# A specialization's name: its rows and vectors, each less one, then its kind of products.
TILE = re.compile(r"4TileV3run.*?Z\$(\d+)__\$(\d+)_(?:AA\d+(\w+?)O)?")
HEADER = """| instructions | activations | products | rows × columns | products of instructions | neoverse-n1 | neoverse-v1 | spills |
|---|---|---|---|---|---|---|---|"""


def functions(objdump, path):
    """Names and bodies, which are addresses with instructions."""
    name, body = None, []
    run = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], capture_output=True, text=True, check=True)
    for line in run.stdout.splitlines():
        if match := re.match(r"[0-9a-f]+ <(.*)>:", line):
            if name:
                yield name, body
            name, body = match[1], []
        elif match := re.match(r"\s+([0-9a-f]+):\t(.*)", line):
            body.append((int(match[1], 16), match[2].split("//")[0].strip()))
    if name:
        yield name, body


def innermost_loops(body):
    index = {address: i for i, (address, _) in enumerate(body)}
    found = []
    for i, (address, text) in enumerate(body):
        match = re.match(r"(?:b\.\w+|cbn?z|tbn?z|b)\s.*?([0-9a-f]+) <", text)
        if match and int(match[1], 16) in index and int(match[1], 16) <= address:
            found.append((index[int(match[1], 16)], i))
    for first, last in found:
        if not any(first <= a and b <= last and (a, b) != (first, last) for a, b in found):
            yield [text for _, text in body[first : last + 1]]


def products(loop):
    return [text.split()[0] for text in loop if text.split()[0] in KINDS]


def cycles(mca, model, loop):
    """Of one round."""
    text = "\n".join(re.sub(r"[0-9a-f]+ <.*>", "next", line) for line in loop)
    command = [mca, "-mtriple=aarch64-linux-gnu", f"-mcpu={model}", "-mattr=+dotprod,+i8mm", f"-iterations={ROUNDS}"]
    run = subprocess.run([*command, "--json"], input=f"next:\n{text}\n", capture_output=True, text=True, check=True)
    return json.loads(run.stdout)["CodeRegions"][0]["SummaryView"]["TotalCycles"] / ROUNDS


def share(mca, model, loop):
    return sum(1 / MODELS[model][kind] for kind in products(loop)) / cycles(mca, model, loop)


def bound(model, loop, accumulators):
    """The greatest share that loads and the order of sums leave."""
    loads = sum(2 if text.startswith("ldp\tq") else 1 for text in loop if text.startswith("ld"))
    sums = [LATENCIES[kind] for kind in products(loop) if kind in LATENCIES]
    time = sum(1 / MODELS[model][kind] for kind in products(loop))
    return time / max(time, loads / LOADS[model], sum(sums) / accumulators)


def tiles(objdump, path):
    """What tells tiles apart, and the loop of each."""
    instructions = re.search(r"TFLiteMicrokernels(\w+)", path)[1]
    for name, body in functions(objdump, path):
        if match := TILE.search(name):
            loops = [loop for loop in innermost_loops(body) if products(loop)]
            if loops:
                loop = max(loops, key=lambda loop: len(products(loop)))
                activations = {"SignedBytes": "int8", "UnsignedBytes": "uint8", "Int16Pairs": "int16"}.get(
                    match[3] or "", "float32")
                kinds = ", ".join(sorted(set(products(loop))))
                yield (instructions, activations, kinds, int(match[1]) + 1, int(match[2]) + 1), loop


def main():
    mca, objdump, *paths = sys.argv[1:]
    record = "--record" in paths
    found = defaultdict(list)
    for path in paths:
        if path != "--record":
            for key, loop in tiles(objdump, path):
                found[key].append(loop)
    if not found:
        sys.exit("no tile was found: the names of specializations have changed")
    lines = [HEADER]
    with ThreadPoolExecutor(2) as pool:
        for key in sorted(found, key=lambda key: (list(SETS).index(key[0]), *key[1:3], -key[3] * key[4], -key[3])):
            instructions, activations, kinds, rows, vectors = key
            loops = found[key]
            # The same tile with other results differs little: the worst counts.
            shares = [min(pool.map(lambda loop: share(mca, model, loop), loops)) for model in MODELS]
            spills = sum(1 for loop in loops for text in loop if re.search(r"\bq\d+.*\[(sp|x29)", text))
            counts = f"{len(products(loops[0]))} of {len(loops[0])}"
            bounds = [min(bound(model, loop, rows * vectors) for loop in loops) for model in MODELS]
            percent = " | ".join(
                f"{100 * share:.0f} %" + (f" of {100 * most:.0f} %" if most < 0.99 else "")
                for share, most in zip(shares, bounds))
            lines.append(
                f"| {SETS[instructions]} | {activations} | {kinds} | {rows} × {4 * vectors} | {counts} | {percent} | {spills} |")
    table = "\n".join(lines)
    if not record:
        print(table)
        return
    readme = Path(__file__).parent.parent / "README.md"
    text = readme.read_text()
    before, rest = text.split("<!-- predicted -->\n")
    after = rest.split("<!-- /predicted -->")[1]
    readme.write_text(f"{before}<!-- predicted -->\n{table}\n<!-- /predicted -->{after}")


main()
