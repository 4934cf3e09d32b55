#!/bin/sh
# Starts the command line of the installed version.
here=$(cd "$(dirname "$0")" && pwd -P) || exit 1
exec "$here/current/bin/node" --disable-warning=ExperimentalWarning "$here/current/build/out/product/cli.js" "$@"
