#!/run/busybox sh
# udevadm as this guest can afford it: the list of all devices, which serialport asks for after every change of the ports, takes
# the guest's processor most of a second; here the same program lists the serial ports only, as serialport keeps nothing else.
case "$*" in
  'info -e') exec /usr/bin/udevadm info $(for port in /sys/class/tty/tty[A-Z]*; do [ -e "$port/device" ] && echo "$port"; done) ;;
  *) exec /usr/bin/udevadm "$@" ;;
esac
