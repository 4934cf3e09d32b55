#!/bin/sh
# The till with its window. Where it runs already, its window is opened again. It ends with 75 when a new version was
# installed and no payment runs: then the new one takes over.
while :; do
  if [ -x /usr/lib/tillbridge/window/tillbridge ] && [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ "${TILLBRIDGE_SHELL:-}" != browser ]; then
    /usr/lib/tillbridge/bin/node /usr/lib/tillbridge/build/scripts/till-window.mjs "$@"
  else
    /usr/lib/tillbridge/bin/node --disable-warning=ExperimentalWarning /usr/lib/tillbridge/build/out/product/web.js --show "$@"
  fi
  code=$?
  [ "$code" = 75 ] || exit "$code"
done
