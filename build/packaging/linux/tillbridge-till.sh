#!/bin/sh
# The till with its window, kept on the screen. Where it runs already, its window is opened again. It ends with 75 when a new
# version was installed and no payment runs: then the new one takes over.
while :; do
  /usr/lib/tillbridge/bin/node /usr/lib/tillbridge/build/scripts/till-window.mjs "$@"
  code=$?
  [ "$code" = 75 ] || exit "$code"
done
