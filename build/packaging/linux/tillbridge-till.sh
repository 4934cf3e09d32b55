#!/bin/sh
# Keeps the till with its window on the screen. If it is already running, its window is opened again. Exit code 75 means
# that a new version was installed and no payment runs: that version is started.
while :; do
  /usr/lib/tillbridge/bin/node /usr/lib/tillbridge/build/scripts/till-window.mjs "$@"
  code=$?
  [ "$code" = 75 ] || exit "$code"
done
