#!/bin/sh
# The till with its window, kept on the screen; with --cli first, the command line. What is around it is mounted where the system likes.
here=${APPDIR:-$(cd "$(dirname "$(readlink -f "$0")")" && pwd -P)} || exit 1
if [ "${1:-}" = --cli ]; then
  shift
  exec "$here/bin/node" --disable-warning=ExperimentalWarning "$here/build/out/product/cli.js" "$@"
fi
exec "$here/bin/node" "$here/build/scripts/till-window.mjs" "$@"
