# Second stage, on the computer's own root: device manager, loopback network, then the cases.
# Compiling JavaScript again and again, and on other threads, costs an emulated processor more than it gains.
NODE_FLAGS='--no-opt --no-maglev --no-sparkplug --single-threaded --min-semi-space-size=32'
export UV_THREADPOOL_SIZE=32 NO_COLOR=1 NODE_COMPILE_CACHE=/run/exchange/compile-cache
/run/busybox ip link set lo up
/lib/systemd/systemd-udevd --daemon 2>/dev/null
udevadm trigger --action=add --subsystem-match=virtio-ports --subsystem-match=usb --subsystem-match=tty \
  --subsystem-match=hidraw --subsystem-match=misc
udevadm settle --timeout=60
mkdir /run/bin && cp "$LAB/guest/udevadm.sh" /run/bin/udevadm && chmod 755 /run/bin/udevadm
export PATH="/run/bin:$PATH"
cd "$TMPDIR" || exit 1
exec "$NODE" $NODE_FLAGS --disable-warning=ExperimentalWarning "$CODE/main.js" > /dev/virtio-ports/lab.out 2>&1
