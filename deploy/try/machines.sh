# Three machines on one: with --machines each database and its etcd have a network and a disk of their own, so that the ways between
# them can be cut and a disk can be full. As root only.

# Of a log that may be two gigabytes, and of little data. In memory: what is not used is not taken.
disk_size=3000m

has_machines() { [ -f "$DIR/machines" ]; }

# The addresses are of a range that is kept for tests of networks and routed nowhere; each cluster has a piece of it.
name_machines() { # FIRST_PORT
  echo "malipo-$1 198.18.$(($1 / 100 % 256))" >"$DIR/machines"
}

address_of() { # NUMBER of a machine, or 0 for where everything else runs
  local name range
  if ! has_machines; then echo 127.0.0.1; return 0; fi
  read -r name range <"$DIR/machines"
  echo "$range.$((4 * $1 + 2))"
}

network_of() {
  local name range
  if ! has_machines; then echo 127.0.0.0/8; return 0; fi
  read -r name range <"$DIR/machines"
  echo "$range.0/28"
}

# The words before a command that is to run on a machine.
inside() { # NUMBER
  local name range
  has_machines || return 0
  read -r name range <"$DIR/machines"
  echo "nsenter --net=/run/netns/$name-$1"
}

# One network in the middle, which leads packets from each to each until it is told not to.
make_machines() {
  local name range number
  read -r name range <"$DIR/machines"
  [ ! -e "/run/netns/$name-ways" ] || return 0
  ip netns add "$name-ways" &&
    nsenter --net="/run/netns/$name-ways" sh -c 'echo 1 >/proc/sys/net/ipv4/ip_forward' || return 1
  for number in 1 2 3; do
    ip netns add "$name-$number" && ip -n "$name-$number" link set lo up &&
      ip -n "$name-ways" link add "to$number" type veth peer name way netns "$name-$number" &&
      ip -n "$name-$number" address add "$range.$((4 * number + 2))/30" dev way &&
      ip -n "$name-$number" link set way up || return 1
    open_way "$number" && ip -n "$name-$number" route add default via "$range.$((4 * number + 1))" || return 1
    mount -t tmpfs -o size=$disk_size,mode=0755 tmpfs "$DIR/pg$number" || return 1
  done
  ip link add "${name/-/}" type veth peer name to0 netns "$name-ways" &&
    ip address add "$range.2/30" dev "${name/-/}" && ip link set "${name/-/}" up && open_way 0 &&
    ip route add "$range.0/28" via "$range.1"
}

open_way() { # NUMBER: the end of it that is in the middle
  ip -n "$name-ways" address add "$range.$((4 * $1 + 1))/30" dev "to$1" && ip -n "$name-ways" link set "to$1" up
}

remove_machines() {
  local name range number
  has_machines || return 0
  read -r name range <"$DIR/machines"
  ip link del "${name/-/}" 2>/dev/null
  for number in 1 2 3; do
    ip netns del "$name-$number" 2>/dev/null
    umount "$DIR/pg$number" 2>/dev/null
  done
  ip netns del "$name-ways" 2>/dev/null
  return 0
}

require_machines() {
  has_machines && return 0
  echo 'Only a cluster that was brought up with --machines has ways to cut and disks to fill' >&2
  return 1
}

do_cut() { # NAME [NAME…]: the ways from the first to the others, or to everybody
  local name range one other
  require_machines || return 1
  read -r name range <"$DIR/machines"
  one=$(address_of "${1#pg}")
  shift
  [ $# -gt 0 ] || drop "$one" 0.0.0.0/0 || return 1
  for other in "$@"; do drop "$one" "$(address_of "${other#pg}")" || return 1; done
}

# What is dropped is dropped in silence, as by a network that is gone: nobody is told that a connection has ended.
drop() { # ONE OTHER: addresses
  ip -n "$name-ways" rule add pref 100 from "$1" to "$2" blackhole &&
    ip -n "$name-ways" rule add pref 100 from "$2" to "$1" blackhole
}

do_mend() {
  local name range
  require_machines || return 1
  read -r name range <"$DIR/machines"
  while ip -n "$name-ways" rule del pref 100 2>/dev/null; do :; done
}

# Makes the disk as small as what is on it, so that nothing more can be written.
do_fill() { # NAME
  require_machines || return 1
  for _ in $(seq 50); do
    mount -o "remount,size=$(df -k --output=used "$DIR/$1" | tail -n 1 | tr -d ' ')k" "$DIR/$1" 2>/dev/null && return 0
  done
  echo "$1 writes faster than its disk can be filled" >&2
  return 1
}

do_free() { # NAME
  require_machines && mount -o remount,size=$disk_size "$DIR/$1"
}
