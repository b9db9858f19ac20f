"""Writes figures into a model's card, between the two comments that mark their place."""
BEGIN, END = "<!-- figures -->\n", "<!-- /figures -->"


def fill(path, rows):
    """Replaces the table of a card; rows are pairs of texts. A folder without a card gets none."""
    if not path.exists():
        return
    text = path.read_text()
    head, rest = text.split(BEGIN, 1)
    tail = rest.split(END, 1)[1]
    table = "| figure | value |\n| --- | --- |\n" + "".join(f"| {name} | {value} |\n" for name, value in rows)
    path.write_text(head + BEGIN + table + END + tail)
