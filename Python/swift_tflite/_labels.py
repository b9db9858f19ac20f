"""The names of classes that are packed with a model."""

import zipfile
import zlib

# More than any list of classes needs: files may say that they unpack to anything.
_MOST_BYTES = 1 << 20


def labels_packed_with(file):
  """The lines of the text file that is appended to a model, as in a zip archive; none where there is no such file.

  file: a path or a binary file. Among several texts the first counts that has "label" in its name.
  """
  try:
    with zipfile.ZipFile(file) as archive:
      texts = [one for one in archive.infolist() if one.filename.endswith(".txt") and one.file_size <= _MOST_BYTES]
      texts.sort(key=lambda one: "label" not in one.filename)
      return archive.read(texts[0]).decode("utf-8", "replace").splitlines() if texts else []
  except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError, EOFError, OSError):
    return []
