#!/bin/sh
# fill.sh TEMPLATE SETTINGS…: prints the template with each @NAME@ replaced by what the settings say.
# Settings are files of lines NAME=value; the later file wins. A name that nobody says anything of is an error, not an empty word.
set -eu
template=$1
shift
exec awk -v template="$template" '
  /^[A-Z][A-Z0-9_]*=/ { at = index($0, "="); value[substr($0, 1, at - 1)] = substr($0, at + 1) }
  END {
    while ((getline line < template) > 0) {
      done = ""
      while (match(line, /@[A-Z][A-Z0-9_]*@/)) {
        name = substr(line, RSTART + 1, RLENGTH - 2)
        if (!(name in value)) { missing = missing " " name }
        done = done substr(line, 1, RSTART - 1) value[name]
        line = substr(line, RSTART + RLENGTH)
      }
      print done line
    }
    if (missing != "") { print template ": no setting says" missing > "/dev/stderr"; exit 1 }
  }' "$@"
