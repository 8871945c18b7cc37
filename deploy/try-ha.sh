#!/bin/bash
# A highly available Malipo on one Linux machine, for trying: three etcd, three PostgreSQL under Patroni, HAProxy, PgBouncer, two
# processes that answer and one that works. The files are those of this folder, filled with ports of this machine; see README.md.
set -u

DEPLOY=$(cd "$(dirname "$0")" && pwd)
REPOSITORY=$(dirname "$DEPLOY")
# Debian's versions of these are not on everybody's path.
PATH=$PATH:/usr/sbin:/sbin

usage() {
  cat <<'END'
deploy/try-ha.sh COMMAND [--dir FOLDER]

  up [--install] [--port FIRST] [--databases-only] [--machines]
                    brings everything up and prints the addresses; --install installs Debian packages that are missing;
                    --machines, as root, gives each of the three databases a network and a disk of its own
  status            what runs, and who of the databases leads
  pay [SECONDS]     takes a payment in the sandbox, or one after another for so long
  replace NAME      as for a new version: api1, api2 or worker1 ends when it is done and starts again
  switchover        makes the synchronous standby the primary while whoever asks waits (switch-over.sh)
  kill NAME         as a power cut would: pg1, pg2, pg3, etcd1 …, api1, api2, worker1, haproxy, pgbouncer
  start NAME        starts it again
  cut NAME [NAME…]  with --machines: cuts the ways of pg1, pg2 or pg3 and its etcd to everybody, or to those named; mend opens all
  fill NAME         with --machines: makes the disk of pg1, pg2 or pg3 full; free NAME gives it room again
  patronictl …      Debian's patronictl for this cluster
  malipo …          the operator's command for this installation
  down [--keep]     stops everything that was started here, by process id, and removes the folder unless told to keep it
END
}

. "$DEPLOY/try/processes.sh"
. "$DEPLOY/try/machines.sh"
. "$DEPLOY/try/settings.sh"
. "$DEPLOY/try/parts.sh"
. "$DEPLOY/try/payments.sh"

COMMAND=${1:-}
[ $# -gt 0 ] && shift
DIR=${MALIPO_HA_DIR:-/tmp/malipo-ha}
WISHED_PORT=
INSTALL=no
KEEP=no
DATABASES_ONLY=no
MACHINES=no
REST=()
while [ $# -gt 0 ]; do
  case $COMMAND:$1 in
    *:--dir) DIR=$2; shift ;;
    up:--port) WISHED_PORT=$2; shift ;;
    up:--install) INSTALL=yes ;;
    up:--databases-only) DATABASES_ONLY=yes ;;
    up:--machines) MACHINES=yes ;;
    down:--keep) KEEP=yes ;;
    *) REST+=("$1") ;;
  esac
  shift
done
case $DIR in /*) ;; *) DIR=$PWD/$DIR ;; esac

# PostgreSQL and PgBouncer refuse to run as root; Debian's package brings a user for them.
OWNER=$(id -un)
[ "$OWNER" = root ] && OWNER=postgres

case $COMMAND in
  up) up ;;
  ''|help|-h|--help) usage ;;
  status|pay|replace|switchover|kill|start|cut|mend|fill|free|patronictl|malipo|down)
    if [ ! -f "$DIR/first-port" ]; then
      echo "There is no cluster in $DIR. Bring one up with: deploy/try-ha.sh up" >&2
      exit 1
    fi
    "do_$COMMAND" "${REST[@]+"${REST[@]}"}"
    ;;
  *) usage >&2; exit 2 ;;
esac
