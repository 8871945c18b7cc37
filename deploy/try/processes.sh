# Processes by their number and the moment they began, so that a number which somebody else has got meanwhile is left alone.

began_at() { # PID
  # The name of a program stands in brackets and may hold blanks; what follows it does not.
  sed -e 's/^.*) //' "/proc/$1/stat" 2>/dev/null | cut -d ' ' -f 20
}

run_as_owner() { # COMMAND…: as the user who owns the databases
  if [ "$OWNER" = "$(id -un)" ]; then "$@"; else setpriv --reuid "$OWNER" --regid "$OWNER" --init-groups "$@"; fi
}

# start NAME COMMAND…: in the background, with its words in logs/NAME.log. Everything it becomes keeps its number.
start() {
  local name=$1
  shift
  if is_running "$name"; then return 0; fi
  (
    cd "$DIR" || exit 1
    exec setsid "$@" </dev/null >>"$DIR/logs/$name.log" 2>&1
  ) &
  local pid=$!
  echo "$pid $(began_at "$pid")" >"$DIR/pids/$name"
}

start_as_owner() { # NAME COMMAND…
  start_on_machine 0 "$@"
}

start_on_machine() { # NUMBER NAME COMMAND…
  local name=$2 words=
  [ "$1" = 0 ] || words=$(inside "$1")
  [ "$OWNER" = "$(id -un)" ] || words="$words setpriv --reuid $OWNER --regid $OWNER --init-groups"
  shift 2
  # shellcheck disable=SC2086 -- several words are meant
  start "$name" $words "$@"
}

pid_of() { # NAME: its number while it runs, else nothing
  local pid began
  read -r pid began <"$DIR/pids/$1" 2>/dev/null || return 1
  [ -n "$began" ] && [ "$(began_at "$pid")" = "$began" ] || return 1
  # Ended, and nobody has asked for its last word yet.
  ! grep -q '^State:.Z' "/proc/$pid/status" 2>/dev/null || return 1
  echo "$pid"
}

is_running() { pid_of "$1" >/dev/null 2>&1; }

# The server that a Patroni has started goes on when Patroni is killed; it has a number of its own.
postmaster_of() { # NAME
  local pid folder
  pid=$(head -n 1 "$DIR/$1/data/postmaster.pid" 2>/dev/null) || return 1
  folder=$(readlink "/proc/$pid/cwd" 2>/dev/null) || return 1
  [ "$folder" = "$DIR/$1/data" ] && echo "$pid"
}

signal() { # SIGNAL NAME
  local pid
  if pid=$(pid_of "$2"); then kill -s "$1" "$pid" 2>/dev/null; fi
  return 0
}

await_end() { # SECONDS NAME…: true when all of them have ended
  local until=$(($(date +%s) + $1)) name
  shift
  for name in "$@"; do
    while is_running "$name"; do
      [ "$(date +%s)" -lt "$until" ] || return 1
      sleep 0.2
    done
  done
}

stop_all() { # NAME…: politely, and then not
  local name pid
  for name in "$@"; do signal TERM "$name"; done
  await_end 40 "$@" && return 0
  for name in "$@"; do
    if is_running "$name"; then
      echo "$name did not stop within 40 seconds and is killed" >&2
      signal KILL "$name"
    fi
  done
  await_end 5 "$@"
}

stop_servers() { # NAME…: those whose Patroni is no longer there to stop them
  local name pid
  for name in "$@"; do
    if pid=$(postmaster_of "$name"); then
      kill -s INT "$pid" 2>/dev/null
      for _ in $(seq 50); do
        [ -d "/proc/$pid" ] || break
        sleep 0.2
      done
      if [ -d "/proc/$pid" ]; then kill -s KILL "$pid" 2>/dev/null; fi
    fi
  done
  return 0
}
