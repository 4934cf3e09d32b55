#!/run/busybox sh
# A cheaper udevadm for this guest: serialport lists all devices after every change of the ports, which takes most of a second of the
# guest's processor. Here the same program lists the serial ports only, because serialport ignores all other devices.
case "$*" in
  'info -e') exec /usr/bin/udevadm info $(for port in /sys/class/tty/tty[A-Z]*; do [ -e "$port/device" ] && echo "$port"; done) ;;
  *) exec /usr/bin/udevadm "$@" ;;
esac
