"""Writes figures into a model's card, between the two comments that mark their place."""


def fill(path, rows, mark="figures", head=("figure", "value")):
    """Replaces a table of a card; rows are as many texts or numbers as the head has. A folder without a card gets none."""
    if not path.exists():
        return
    begin, end = f"<!-- {mark} -->\n", f"<!-- /{mark} -->"
    text = path.read_text()
    if begin not in text:
        raise SystemExit(f"{path} has no place for its {mark}: {begin.strip()} … {end}")
    before, rest = text.split(begin, 1)
    after = rest.split(end, 1)[1]
    lines = [head, ["---"] * len(head), *rows]
    path.write_text(before + begin + "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines) + end + after)
