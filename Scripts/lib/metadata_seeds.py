"""Writes what models say of themselves as seeds for the fuzz target `metadata`.

    python3 Scripts/lib/metadata_seeds.py FOLDER MODEL...

A seed is the FlatBuffer of a model's metadata with the ZIP archive of its packed files behind it, as Tests/Fuzzing's
MetadataTrial takes it. Models without metadata, and seeds of more than 32 KiB, are left out.
"""

import io
import pathlib
import struct
import sys
import zipfile

LARGEST = 1 << 15


class Table:
    """A table of a FlatBuffer."""

    def __init__(self, data, position):
        self.data = data
        self.position = position

    def number(self, kind, position):
        return struct.unpack_from("<" + kind, self.data, position)[0]

    def field(self, number):
        """Where a field is; None where it is absent."""
        fields = self.position - self.number("i", self.position)
        place = 4 + 2 * number
        offset = self.number("H", fields + place) if place < self.number("H", fields) else 0
        return self.position + offset if offset else None

    def vector(self, number):
        """The first place and the length of a vector, or of a text."""
        place = self.field(number)
        if place is None:
            return 0, 0
        start = place + self.number("I", place)
        return start + 4, self.number("I", start)

    def data_of(self, number):
        start, count = self.vector(number)
        return self.data[start : start + count]

    def tables(self, number):
        start, count = self.vector(number)
        places = range(start, start + 4 * count, 4)
        return [Table(self.data, place + self.number("I", place)) for place in places]


def metadata(model):
    """The FlatBuffer that the entry TFLITE_METADATA names: fields 4 and 6 of a model are its buffers and entries."""
    root = Table(model, struct.unpack_from("<I", model)[0])
    for entry in root.tables(6):
        if entry.data_of(0) == b"TFLITE_METADATA":
            index = entry.field(1)
            return root.tables(4)[entry.number("I", index) if index else 0].data_of(0)
    return None


def archive(model):
    """The packed files, with places that count from the archive's beginning."""
    result = io.BytesIO()
    try:
        packed = zipfile.ZipFile(io.BytesIO(model))
    except zipfile.BadZipFile:
        return b""
    with zipfile.ZipFile(result, "w") as copy:
        for file in packed.infolist():
            copied = zipfile.ZipInfo(file.filename)
            copied.compress_type = file.compress_type
            copy.writestr(copied, packed.read(file))
    return result.getvalue()


def main(folder, paths):
    for path in map(pathlib.Path, paths):
        model = path.read_bytes()
        try:
            described = metadata(model)
        except (struct.error, IndexError):
            continue  # It is no model, or a broken one.
        seed = described + archive(model) if described else b""
        if 0 < len(seed) <= LARGEST:
            name = path.parent.name if path.stem == "model" else path.stem
            (pathlib.Path(folder) / f"{name}.metadata").write_bytes(seed)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
