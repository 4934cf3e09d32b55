#!/bin/sh
# Keeps the till with its window on the screen. If it is already running, its window is opened again. Exit code 75 means
# that another version was installed and no payment runs: that version is started.
here=$(cd "$(dirname "$0")" && pwd -P) || exit 1
while :; do
  "$here/current/bin/node" "$here/current/build/scripts/till-window.mjs" "$@"
  code=$?
  [ "$code" = 75 ] || exit "$code"
done
