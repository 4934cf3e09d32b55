#!/bin/sh
# The till with its window, kept on the screen. Where it runs already, its window is opened again. It ends with 75 when another
# version was put in place and no payment runs: then that one takes over.
here=$(cd "$(dirname "$0")" && pwd -P) || exit 1
while :; do
  "$here/current/bin/node" "$here/current/build/scripts/till-window.mjs" "$@"
  code=$?
  [ "$code" = 75 ] || exit "$code"
done
