#!/usr/bin/env python3
"""Prints what a target of the package needs to be compiled by hand, from `swift package dump-package` on standard input.

    targets.py TARGET    one line for each target that it needs, itself last: NAME, FOLDER, compiler flags, with tabs
                         between them; those of a release build for Linux
"""
import json
import sys


def flags(target):
    for setting in target["settings"]:
        condition = setting.get("condition", {})
        if condition.get("config", "release") != "release":
            continue
        if "linux" not in (condition.get("platformNames") or ["linux"]):
            continue
        if setting["tool"] != "swift":
            sys.exit(f"{target['name']}: no rule for settings of the tool {setting['tool']}")
        for kind, value in setting["kind"].items():
            if kind == "unsafeFlags":
                yield from value["_0"]
            elif kind == "define":
                yield from ["-D", value["_0"]]
            elif kind == "enableExperimentalFeature":
                yield from ["-enable-experimental-feature", value["_0"]]
            else:
                sys.exit(f"{target['name']}: no rule for {kind}")


def main():
    targets = {target["name"]: target for target in json.load(sys.stdin)["targets"]}
    ordered = []

    def visit(name):
        if name in ordered:
            return
        for dependency in targets[name]["dependencies"]:
            if "byName" not in dependency:
                sys.exit(f"{name}: no rule for the dependency {dependency}")
            visit(dependency["byName"][0])
        ordered.append(name)

    visit(sys.argv[1])
    for name in ordered:
        target = targets[name]
        print("\t".join([name, target.get("path") or f"Sources/{name}", *flags(target)]))


main()
