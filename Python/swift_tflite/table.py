"""Rows with named columns."""

import html


class Table(list):
  """A list of dictionaries with the same keys. Notebooks show it as a table, and pandas.DataFrame takes it."""

  def _cells(self):
    columns = list(self[0]) if self else []
    return columns, [[_text(row[column]) for column in columns] for row in self]

  def __repr__(self):
    columns, rows = self._cells()
    widths = [max([len(column)] + [len(row[place]) for row in rows]) for place, column in enumerate(columns)]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip()
                     for cells in [columns] + rows)

  def _repr_html_(self):
    columns, rows = self._cells()
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(value):
  return f"{value:.4g}" if isinstance(value, float) else str(value)
