# Second stage, on the computer's own root: device manager, loopback network, then the cases.
# On an emulated processor, optimizing JavaScript and compiling it on other threads costs more than it saves.
NODE_FLAGS='--no-opt --no-maglev --no-sparkplug --single-threaded --min-semi-space-size=32'
export UV_THREADPOOL_SIZE=32 NO_COLOR=1 NODE_COMPILE_CACHE=/run/compile-cache
/run/busybox ip link set lo up
/lib/systemd/systemd-udevd --daemon 2>/dev/null
# On a busy computer the first attempts end before the device manager's own files are loaded.
for try in 1 2 3 4 5 6 7 8; do
  udevadm trigger --action=add --subsystem-match=virtio-ports --subsystem-match=usb --subsystem-match=tty \
    --subsystem-match=hidraw --subsystem-match=misc
  udevadm settle --timeout=60
  [ -e /dev/virtio-ports/lab.out ] && [ -e /dev/virtio-ports/lab.qmp ] && [ -e /dev/virtio-ports/lab.line ] && break
done
mkdir /run/bin && cp "$LAB/guest/udevadm.sh" /run/bin/udevadm && chmod 755 /run/bin/udevadm
export PATH="/run/bin:$PATH"
# Programs that cases start are copied into memory first: while the machine waits for a file from outside it is idle, and its
# clock runs ahead. Touching a file, or a link to it, copies it up into the overlay.
for program in "$NODE" /bin/sh /usr/bin/udevadm /usr/bin/setpriv /usr/bin/chrt /usr/bin/getent /usr/lib/udev/fido_id; do
  echo "$program"
  LD_TRACE_LOADED_OBJECTS=1 "$program" | /run/busybox grep -o '/[^ ]*'
done | /run/busybox sort -u >/run/started
/run/busybox tr '\n' '\0' </run/started >/run/started0
/run/busybox xargs -0 /run/busybox touch -c /etc/ld.so.cache /etc/passwd /etc/group /etc/nsswitch.conf \
  "$CODE"/*.js "$CODE"/chunks/*.js </run/started0
/run/busybox xargs -0 /run/busybox touch -ch /bin /sbin /lib /lib64 </run/started0
for folder in /usr/lib/udev /etc/udev /usr/lib/systemd/network /etc/systemd/network; do
  [ -d "$folder" ] || continue
  mkdir -p "/run/copies$folder"
  cp -a "$folder/." "/run/copies$folder" && /run/busybox mount --bind "/run/copies$folder" "$folder"
done
mkdir -p /run/compile-cache /run/exchange/compile-cache && cp -a /run/exchange/compile-cache/. /run/compile-cache
cd "$TMPDIR" || exit 1
"$NODE" $NODE_FLAGS --disable-warning=ExperimentalWarning "$CODE/main.js" > /dev/virtio-ports/lab.out 2>&1
status=$?
cp -a /run/compile-cache/. /run/exchange/compile-cache
exit $status
