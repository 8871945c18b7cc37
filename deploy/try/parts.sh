# What the commands do with the parts of the cluster.

databases='pg1 pg2 pg3'
etcds='etcd1 etcd2 etcd3'

packages_missing() {
  local pair
  for pair in patronictl:patroni etcd:etcd-server haproxy:haproxy pgbouncer:pgbouncer psql:postgresql curl:curl setpriv:util-linux; do
    command -v "${pair%%:*}" >/dev/null || echo "${pair##*:}"
  done
  [ -n "$(newest_bin_dir)" ] || echo postgresql
}

newest_bin_dir() {
  ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -t / -k 5 -n | tail -n 1
}

# Nothing that is installed begins to run by itself: nobody has configured it yet.
install_packages() {
  local policy=/usr/sbin/policy-rc.d ours=no result=0
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' >$policy && chmod 755 $policy && ours=yes
  fi
  apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" || result=1
  if [ $ours = yes ]; then rm -f $policy; fi
  return $result
}

require_programs() {
  local missing
  missing=$(packages_missing | sort -u | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  if [ $INSTALL = yes ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    # shellcheck disable=SC2086 -- several words are meant
    install_packages $missing || return 1
    missing=$(packages_missing | sort -u | tr '\n' ' ')
    [ -n "$missing" ] || return 0
  fi
  echo "These are missing: $missing" >&2
  echo "On Debian, as root: deploy/try-ha.sh up --install, or apt-get install $missing" >&2
  return 1
}

up() {
  require_programs || exit 1
  BIN_DIR=$(newest_bin_dir)
  NODE=$REPOSITORY/node_modules/.bin/node
  if [ $DATABASES_ONLY = no ] && [ ! -x "$NODE" ]; then
    echo "Malipo itself is not installed here yet: run npm ci in $REPOSITORY" >&2
    exit 1
  fi
  if [ $MACHINES = yes ] && ! { [ "$(id -u)" = 0 ] && command -v ip >/dev/null; }; then
    echo '--machines needs root and the program ip, of the package iproute2' >&2
    exit 1
  fi
  if [ -f "$DIR/first-port" ]; then
    echo "There is a cluster in $DIR already; what does not run of it is started."
  else
    mkdir -p "$DIR/logs" "$DIR/pids" "$DIR/malipo" && chmod 755 "$DIR" && write_settings || exit 1
  fi
  fill_templates || exit 1
  chown -R "$OWNER" "$DIR" 2>/dev/null
  run_as_owner test -w "$DIR" || { echo "The user $OWNER cannot write to $DIR: choose another folder with --dir" >&2; exit 1; }
  run_as_owner haproxy -c -q -f "$DIR/haproxy.cfg" || exit 1
  echo "Starting etcd, PostgreSQL under Patroni, HAProxy and PgBouncer in $DIR"
  local name
  for name in $etcds $databases haproxy pgbouncer; do start_part "$name"; done
  await 120 'a primary with a synchronous standby' has_primary || exit 1
  await 30 'HAProxy and PgBouncer' pooler_answers || exit 1
  if [ $DATABASES_ONLY = yes ]; then
    echo "The databases are up."
    return 0
  fi
  echo "Starting Malipo, which makes its tables"
  start_part api1
  await 120 'the first process' answers "$(setting API1)" || exit 1
  for name in api2 worker1; do start_part "$name"; done
  await 60 'the other processes' all_answer || exit 1
  await 30 'the front' answers "$(setting FRONT_BIND)" || exit 1
  tell_addresses
}

start_part() { # NAME
  case $1 in
    etcd[123]) start_on_machine "${1#etcd}" "$1" env $(grep '^ETCD_' "$DIR/$1/etcd.env") etcd ;;
    pg[123]) start_on_machine "${1#pg}" "$1" patroni "$DIR/$1/patroni.yml" ;;
    haproxy) start_as_owner haproxy haproxy -db -f "$DIR/haproxy.cfg" ;;
    pgbouncer) start_as_owner pgbouncer pgbouncer "$DIR/pgbouncer.ini" ;;
    api1|api2) start_malipo "$1" api $(($(cat "$DIR/first-port") + 50 + ${1#api})) ;;
    worker1|worker2) start_malipo "$1" worker $(($(cat "$DIR/first-port") + 60 + ${1#worker})) ;;
    *) echo "There is no part named $1" >&2; return 1 ;;
  esac
}

start_malipo() { # NAME ROLE PORT
  start "$1" env $(cat "$DIR/malipo.env") ROLE="$2" PORT="$3" NODE_COMPILE_CACHE="$REPOSITORY/node_modules/.cache/malipo" \
    "$REPOSITORY/node_modules/.bin/node" --min-semi-space-size=24 --max-semi-space-size=24 --heap-growing-percent=50 \
    "$REPOSITORY/server/src/main.ts"
}

await() { # SECONDS WHAT COMMAND…
  local until=$(($(date +%s) + $1)) what=$2
  shift 2
  while ! "$@" >/dev/null 2>&1; do
    if [ "$(date +%s)" -ge "$until" ]; then
      echo "Waited in vain for $what. The logs are in $DIR/logs." >&2
      return 1
    fi
    sleep 0.5
  done
}

patronictl_here() { run_as_owner patronictl -c "$DIR/pg1/patroni.yml" "$@"; }
members() { curl -fsS -m 3 "http://$(setting "$1" | cut -d : -f 1):$(setting "$1_REST_PORT")/cluster"; }
has_primary() {
  local number all
  for number in 1 2 3; do
    all=$(members "PG$number") || continue
    [[ $all == *'"role": "leader"'* ]] || continue
    # Without synchronous replication nobody waits for a standby of that kind.
    [ "$(setting SYNCHRONOUS)" != true ] || [[ $all == *'"role": "sync_standby"'* ]] || continue
    return 0
  done
  return 1
}
pooler_answers() {
  PGPASSWORD=$(cat "$DIR/database-password") psql -XAtqc 'select 1' -h 127.0.0.1 -p "$(setting POOLER_PORT)" -U malipo malipo
}
answers() { curl -fsS -m 3 "http://$1/readyz"; }
all_answer() {
  local first
  first=$(cat "$DIR/first-port")
  answers "$(setting API1)" && answers "$(setting API2)" && answers "127.0.0.1:$((first + 61))"
}

do_status() {
  local file name pid
  for file in "$DIR"/pids/*; do
    name=${file##*/}
    if pid=$(pid_of "$name"); then echo "$name runs as process $pid"; else echo "$name does not run"; fi
  done
  patronictl_here list
}

do_patronictl() { patronictl_here "$@"; }

do_switchover() {
  patronictl_here list
  "$DEPLOY/switch-over.sh" "$@" "$DIR/cluster.env" && patronictl_here list
}

do_replace() { # NAME
  local first port
  first=$(cat "$DIR/first-port")
  case ${1:-} in
    api[12]) port=$((first + 50 + ${1#api})) ;;
    worker[12]) port=$((first + 60 + ${1#worker})) ;;
    *) echo 'Only api1, api2 and worker1 are replaced so; a database is switched over' >&2; return 1 ;;
  esac
  stop_all "$1" && start_part "$1" && await 60 "$1" answers "127.0.0.1:$port" && echo "$1 was replaced"
}

do_kill() { # NAME
  local pid
  [ -f "$DIR/pids/${1:-}" ] || { echo "There is no part named ${1:-}" >&2; return 1; }
  signal KILL "$1"
  if pid=$(postmaster_of "$1"); then kill -s KILL "$pid"; fi
  await_end 5 "$1" && echo "$1 is dead"
}

do_start() { # NAME
  if [ -f "$DIR/pids/${1:-}" ] && is_running "$1"; then echo "$1 runs already"; return 0; fi
  start_part "${1:-}" && echo "$1 starts"
}

do_malipo() {
  (cd "$REPOSITORY" && env $(cat "$DIR/malipo.env") node_modules/.bin/node server/src/malipo.ts "$@")
}

do_down() {
  # shellcheck disable=SC2046,SC2086 -- several words are meant
  stop_all $(cd "$DIR/pids" && ls | grep -E '^(api|worker)')
  stop_all haproxy pgbouncer
  # The primary last: it waits for its standbys to have everything.
  # shellcheck disable=SC2086
  stop_all $databases
  # shellcheck disable=SC2086
  stop_servers $databases
  # shellcheck disable=SC2086
  stop_all $etcds
  if [ $KEEP = yes ]; then echo "Everything is stopped; $DIR is kept."; return 0; fi
  remove_machines
  rm -rf "$DIR"
  echo "Everything is stopped, and $DIR is gone."
}
