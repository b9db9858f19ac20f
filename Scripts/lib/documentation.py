"""Finishes the site of the documentation: its first page, and a look at every link.

    python3 Scripts/lib/documentation.py FOLDER BASE-PATH

A page is a JSON file below data/, and each of its references an address, a picture or a file. Fails where one of them
is not there.
"""

import json
import pathlib
import sys

FIRST_PAGE = "documentation/swifttflite"

REDIRECTION = """<!DOCTYPE html>
<html lang="en-US">
<head>
<meta charset="utf-8">
<title>swift-tflite</title>
<meta http-equiv="refresh" content="0; url=./{page}/">
<link rel="canonical" href="./{page}/">
</head>
<body><a href="./{page}/">swift-tflite</a></body>
</html>
"""


def addresses(value):
    """The addresses that a page has, at any depth. Names of other packages' symbols have none."""
    if isinstance(value, dict):
        if isinstance(value.get("url"), str):
            yield value["url"]
        for member in value.values():
            yield from addresses(member)
    elif isinstance(value, list):
        for element in value:
            yield from addresses(element)


def problems(site):
    for page in sorted(site.glob("data/**/*.json")):
        content = json.loads(page.read_text())
        name = page.relative_to(site / "data").with_suffix("")
        if not (site / name / "index.html").is_file():
            yield f"{name}: it has no index.html"
        for address in set(addresses(content)):
            path = address.split("#")[0].lstrip("/")
            # No page links to a chapter of the tutorials, although it has an address.
            if "://" in address or not path or path.startswith("tutorials/tutorials/"):
                continue
            is_page = path.startswith(("documentation/", "tutorials/"))
            if not (site / "data" / f"{path}.json" if is_page else site / path).is_file():
                yield f"{name}: {address} is not there"


def main():
    site, base_path = pathlib.Path(sys.argv[1]), sys.argv[2]
    (site / "index.html").write_text(REDIRECTION.format(page=FIRST_PAGE))
    pages = list(site.glob("data/**/*.json"))
    if not (site / "data" / f"{FIRST_PAGE}.json").is_file():
        sys.exit(f"error: there is no page {FIRST_PAGE}")
    root = f"/{base_path}/" if base_path else "/"
    first = (site / FIRST_PAGE / "index.html").read_text()
    if f'baseUrl = "{root}"' not in first:
        sys.exit(f"error: pages are not for {root}: {first[:400]}")
    found = list(problems(site))
    for problem in found[:50]:
        print(f"error: {problem}", file=sys.stderr)
    if found:
        sys.exit(f"error: {len(found)} links lead nowhere")
    print(f"{len(pages)} pages, 0 broken links")


main()
