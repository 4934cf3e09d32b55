#!/bin/sh
# The guest's first program, run by busybox from the initrd. It loads the modules, mounts the computer's own root as the guest's
# root (read-only over 9p, under a temporary overlay) and starts stage.sh there.
# The layer above that root holds the packages that the lab has unpacked, because the computer may lack them.
# The file `paths` on the exchange sets LAB (folder of this suite), NODE (its path) and CODE (folder of the bundled programs).
B=/bin/busybox
give_up() { echo "LAB $*"; $B poweroff -f; }
$B mount -t devtmpfs dev /dev
$B mount -t proc proc /proc
$B mount -t sysfs sys /sys
echo T0 $($B cat /proc/uptime) >/dev/kmsg
for module in /mods/*.ko; do
  case $module in
    # A USB bus for each terminal that may be plugged in at the same time.
    *-dummy_hcd.ko) options="num=8" ;;
    *) options= ;;
  esac
  $B insmod "$module" $options || echo "LAB the module $module does not load"
done
echo T1 $($B cat /proc/uptime) >/dev/kmsg
$B mkdir -p /lower /layer /rw
$B mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 host /lower || give_up "no root over 9p"
$B mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=512000 layer /layer || give_up "no layer over 9p"
$B mount -t tmpfs tmpfs /rw
$B mkdir /rw/up /rw/work
$B mount -t overlay -o "lowerdir=/layer:/lower,upperdir=/rw/up,workdir=/rw/work" overlay /root || give_up "no overlay"
for folder in dev proc sys; do $B mount --move /$folder /root/$folder; done
$B mount -t tmpfs tmpfs /root/run
# After leaving /root its files are unavailable for powering off, so this copy is not on 9p.
$B cp $B /root/run/busybox
$B mount -t configfs configfs /root/sys/kernel/config
$B mkdir -p /root/run/exchange /root/dev/shm /root/dev/pts
$B mount -t devpts devpts /root/dev/pts
$B mount -t tmpfs tmpfs /root/dev/shm
# /tmp stays as it is: this repository may be there.
$B mkdir -p /root/run/tmp
$B mount -t 9p -o trans=virtio,version=9p2000.L,cache=none,msize=512000 exchange /root/run/exchange || give_up "no exchange"
. /root/run/exchange/paths || give_up "no paths"
T=$($B cat /proc/uptime); echo T2 $T >/root/dev/kmsg
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/run/tmp TMPDIR=/run/tmp
exec $B switch_root /root /run/busybox sh -c '
  sh "$LAB/guest/stage.sh"
  echo $? > /run/exchange/status
  sync
  /run/busybox poweroff -f'
