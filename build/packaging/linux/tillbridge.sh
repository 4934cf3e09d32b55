#!/bin/sh
# Starts the command line.
exec /usr/lib/tillbridge/bin/node --disable-warning=ExperimentalWarning /usr/lib/tillbridge/build/out/product/cli.js "$@"
