# The program as it is installed: one file with Swift's libraries in it, and what belongs to it. Needs setup.sh.

program_packages=("${build_packages[@]}" binutils gzip)

argument_parser=.build/checkouts/swift-argument-parser

build_program() {
  require_swift
  install_packages "${program_packages[@]}"
  step "Building the program"
  build_release tflite
}

# Writes the manual page into a folder, with what argument-parser's plugin runs: the plugin would build every product anew.
write_manual() { # PROGRAM FOLDER
  build_package --package-path "$argument_parser" --scratch-path .build/manual --product generate-manual
  .build/manual/debug/generate-manual "$1" --output-directory "$2" \
    --date "$(git log -1 --format=%cs 2>/dev/null || date +%F)"
}

# Puts the program below a folder: bin/tflite leads to the program, which finds its models beside itself.
place_program() { # ROOT
  local built=.build/release home=$1/lib/swift-tflite
  # What an earlier version has left there would stay.
  rm -rf "$home"
  install -D --mode 755 --strip "$built/tflite" "$home/tflite"
  cp -R "$built/swift-tflite_TFLiteBundledModels.resources" "$home/"
  chmod -R u=rwX,go=rX "$home"
  mkdir -p "$1/bin"
  ln -sf ../lib/swift-tflite/tflite "$1/bin/tflite"

  place_completion() { # SHELL FILE
    mkdir -p "$(dirname "$2")"
    "$home/tflite" --generate-completion-script "$1" >"$2"
  }
  place_completion bash "$1/share/bash-completion/completions/tflite"
  place_completion zsh "$1/share/zsh/site-functions/_tflite"
  place_completion fish "$1/share/fish/vendor_completions.d/tflite.fish"

  mkdir -p "$1/share/man/man1"
  write_manual "$home/tflite" "$1/share/man/man1"
  gzip --best --no-name --force "$1/share/man/man1/tflite.1"
}

# Takes away what place_program has put there.
remove_program() { # ROOT
  rm -rf "$1/lib/swift-tflite"
  rm -f "$1/bin/tflite" "$1/share/bash-completion/completions/tflite" "$1/share/zsh/site-functions/_tflite" \
    "$1/share/fish/vendor_completions.d/tflite.fish" "$1/share/man/man1/tflite.1.gz"
}
