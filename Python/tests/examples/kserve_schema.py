"""Documents for KServe, held against the types that its client and that of Kubernetes are generated with."""

import importlib
import importlib.util
import re
import sys
import types

_KINDS = {
    ("serving.kserve.io/v1alpha1", "ServingRuntime"): "V1alpha1ServingRuntime",
    ("serving.kserve.io/v1beta1", "InferenceService"): "V1beta1InferenceService",
}


def check(document):
  """Raises ValueError for what the types of a document do not have, lack, or have otherwise."""
  kind = document.get("apiVersion"), document.get("kind")
  if kind not in _KINDS:
    raise ValueError(f"KServe has no {kind}")
  _check(document, _KINDS[kind], "")


def _check(value, kind, path):
  listed, mapped = re.fullmatch(r"list\[(.*)\]", kind), re.fullmatch(r"dict\(str, (.*)\)", kind)
  if listed:
    _expect(value, list, path)
    for place, one in enumerate(value):
      _check(one, listed[1], f"{path}[{place}]")
  elif mapped:
    _expect(value, dict, path)
    for key, one in value.items():
      _check(one, mapped[1], f"{path}.{key}")
  elif kind in ("str", "int", "bool"):
    _expect(value, {"str": str, "int": int, "bool": bool}[kind], path)
  elif kind == "float":
    _expect(value, (int, float), path)
  elif kind != "object":
    _expect(value, dict, path)
    model = _model(kind)
    names = {shown: name for name, shown in model.attribute_map.items()}
    for key, one in value.items():
      if key not in names:
        raise ValueError(f"{path} has no {key}: {kind} has {', '.join(sorted(names))}")
      _check(one, model.openapi_types[names[key]], f"{path}.{key}")
    # Raises ValueError where a member is missing that must be there.
    model(**{names[key]: one for key, one in value.items()})


def _expect(value, kind, path):
  if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
    raise ValueError(f"{path} is {value!r}, which is no {kind}")


def _model(name):
  if "kserve" not in sys.modules:
    # Its types alone: the package itself imports its server, which does not go with the packages of another one.
    package = types.ModuleType("kserve")
    package.__path__ = importlib.util.find_spec("kserve").submodule_search_locations
    sys.modules["kserve"] = package
  for module in ("kserve.models", "kubernetes.client"):
    found = getattr(importlib.import_module(module), name, None)
    if found:
      return found
  raise ValueError(f"neither KServe nor Kubernetes has {name}")
