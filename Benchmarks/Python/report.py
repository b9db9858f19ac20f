"""Tables and charts of results."""

from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def ratio_text(row):
    if "ratio" not in row:
        return "—"
    low, high = row["ratio"]["quartiles"]
    return f'{row["ratio"]["median"]:.2f} ({low:.2f}–{high:.2f})'


def time_text(row, engine):
    time = row["milliseconds"].get(engine)
    return "—" if time is None else f"{time:.3f}" if time < 1 else f"{time:.2f}"


def line(row):
    """One row while the others are still being measured."""
    times = ", ".join(f"{engine} {time_text(row, engine)} ms" for engine in row["milliseconds"])
    return f'  {row["model"]} {row["numerics"]}, {row["threads"]} thread(s): {times}; ratio {ratio_text(row)}'


def table(results):
    """Markdown: models times engines."""
    lines = [
        "| model | numerics | threads | ours, ms | XNNPACK, ms | OpenVINO, ms | ratio (quartiles) |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in results["rows"]:
        cells = [f'`{row["model"]}`', f'`.{row["numerics"]}`', str(row["threads"])]
        cells += [time_text(row, engine) for engine in ("ours", "XNNPACK", "OpenVINO")]
        lines.append("| " + " | ".join(cells + [f"**{ratio_text(row)}**"]) + " |")
    return "\n".join(lines)


def record(name, text):
    """Replaces what stands in the README between the marks of a benchmark."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    readme = README.read_text()
    before, found, rest = readme.partition(begin)
    _, found_end, after = rest.partition(end)
    if not found or not found_end:
        raise SystemExit(f"{README} has no place for the results of {name}")
    README.write_text(f"{before}{begin}\n{text}\n{end}{after}")


def chart(results, path):
    """Bars: how many times as fast as the faster peer, one for each number of threads."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "versus-peers"
    matplotlib.rcParams["font.family"] = "sans-serif"
    from matplotlib import pyplot

    rows = [row for row in results["rows"] if "ratio" in row]
    labels = list(dict.fromkeys((row["model"], row["numerics"]) for row in rows))
    threads = sorted({row["threads"] for row in rows})
    height = 0.8 / max(1, len(threads))
    figure, axes = pyplot.subplots(figsize=(8, 1.2 + 0.42 * len(labels)))
    for position, count in enumerate(threads):
        mine = [row for row in rows if row["threads"] == count]
        places = [labels.index((row["model"], row["numerics"])) + (position - (len(threads) - 1) / 2) * height
                  for row in mine]
        medians = [row["ratio"]["median"] for row in mine]
        spread = [[m - row["ratio"]["quartiles"][0] for m, row in zip(medians, mine)],
                  [row["ratio"]["quartiles"][1] - m for m, row in zip(medians, mine)]]
        axes.barh(places, medians, height * 0.9, xerr=spread, error_kw={"elinewidth": 0.8},
                  color=("#2a6f97", "#89c2d9", "#a9a9a9")[position % 3],
                  label=f"{count} thread" + ("s" if count > 1 else ""))
    axes.axvline(1, color="black", linewidth=0.8)
    axes.set_yticks(range(len(labels)), [f"{model}, .{numerics}" for model, numerics in labels], fontsize=8)
    axes.invert_yaxis()
    axes.set_xlabel("time of the faster of XNNPACK and OpenVINO / time of swift-tflite")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)
