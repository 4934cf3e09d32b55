#!/bin/sh
# Keeps the till with its window on the screen; with --cli as first argument, runs the command line. The system chooses
# where the image is mounted.
here=${APPDIR:-$(cd "$(dirname "$(readlink -f "$0")")" && pwd -P)} || exit 1
if [ "${1:-}" = --cli ]; then
  shift
  exec "$here/bin/node" --disable-warning=ExperimentalWarning "$here/build/out/product/cli.js" "$@"
fi
exec "$here/bin/node" "$here/build/scripts/till-window.mjs" "$@"
