"""How many codes are read: by `tflite detect --read`, and by the decoder alone on whole pictures.

    TFLITE=../../.build/release/tflite .venv/bin/python -m evaluation.reading FOLDER [COUNT]

renders COUNT (1000) held-out scenes into FOLDER and prints a table. Alone, the decoder is the same program with a threshold that no box
reaches.
"""
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

from heldout import sets

EAN = {"ean_8", "ean_13", "upc_a", "upc_e"}


def read(folder, *options):
    """For each picture the codes that are read, and seconds for a picture."""
    start = time.perf_counter()
    command = [os.environ.get("TFLITE", "tflite"), "detect", "--read", "--json", *options, str(folder)]
    records = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
    codes = {Path(record["image"]).name: [d for d in record["detections"] if d["text"] is not None] for record in records}
    return codes, (time.perf_counter() - start) / len(records)


def says(code, text):
    """Whether a code was read right. A UPC-A is an EAN-13 that begins with 0."""
    return code["text"] == text or code["format"] in EAN and code["text"].lstrip("0") == text.lstrip("0")


def score(truth, codes):
    """The codes that were read, as (picture, place), and how many texts there are that no code says."""
    right, wrong = set(), 0
    for entry in truth:
        texts = [code["text"] for code in entry["codes"]]
        for found in codes[entry["image"]]:
            places = [place for place, text in enumerate(texts) if says(found, text)]
            right.update((entry["image"], place) for place in places)
            wrong += not places
    return right, wrong


def main():
    folder, count = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    sets.write_scenes(folder, count)
    truth = json.loads((folder / "truth.json").read_text())
    kinds = {(entry["image"], place): code["class"] for entry in truth for place, code in enumerate(entry["codes"])}
    (alone, alone_time), (boxed, boxed_time) = read(folder, "--threshold", "1"), read(folder)
    (alone, alone_wrong), (boxed, boxed_wrong) = score(truth, alone), score(truth, boxed)
    print("| | codes | the decoder alone | with boxes |\n| --- | --- | --- | --- |")
    total, first, second = (Counter(kinds[place] for place in places) for places in (kinds, alone, boxed))
    for kind in sorted(total):
        print(f"| `{kind}` | {total[kind]} | {first[kind]} | {second[kind]} |")
    print(f"| all | {len(kinds)} | {len(alone)} | {len(boxed)} |")
    print(f"| texts that no code says | | {alone_wrong} | {boxed_wrong} |")
    print(f"| seconds for a picture | | {alone_time:.3f} | {boxed_time:.3f} |")
    missed = len(kinds) - len(alone)
    print(f"\nOf {missed} codes that the decoder alone misses, {len(boxed - alone)} are read ({len(boxed - alone) / missed:.1%}); "
          f"of {len(alone)} that it reads, {len(alone - boxed)} are lost.")


if __name__ == "__main__":
    main()
