#!/bin/bash
# Another database leads, and callers wait instead of being refused: every PgBouncer holds what it is asked until the next primary takes commits.
# Whatever goes wrong, all of them let go again after a few seconds. See README.md and docs/high-availability.md.
set -u

usage() {
  cat <<'END_OF_USAGE'
deploy/switch-over.sh [--within SECONDS] [--resume] SETTINGS…

  SETTINGS          cluster.env, and whatever files say more; the later wins. Read are POOLERS, POOLER_ADMIN_PASSWORD,
                    MALIPO_PASSWORD_FILE, PG1 …, PG1_REST_PORT …, REST_PASSWORD and SUPERUSER_PASSWORD
  --within SECONDS  let go after so long, whether another leads or not: 7, which is sooner than anybody who waits for a connection gives up
  --resume          only let go, for when the machine from which it was held is gone
END_OF_USAGE
}

WITHIN=7
ONLY_RESUME=no
SETTINGS=()
while [ $# -gt 0 ]; do
  case $1 in
    --within) WITHIN=$2; shift ;;
    --resume) ONLY_RESUME=yes ;;
    -h|--help) usage; exit 0 ;;
    *) SETTINGS+=("$1") ;;
  esac
  shift
done
[ ${#SETTINGS[@]} -gt 0 ] || { usage >&2; exit 2; }
case $WITHIN in ''|*[!0-9]*|0) echo "--within takes whole seconds, not \"$WITHIN\"" >&2; exit 2 ;; esac

# Before anybody is held, everything may take its time; afterwards nothing may.
PREPARES_WITHIN=60
export PGCONNECT_TIMEOUT=5 PSQLRC=/dev/null

setting() { # NAME
  local value
  value=$(sed -n "s/^$1=//p" "${SETTINGS[@]}" | tail -n 1)
  [ -n "$value" ] || { echo "No setting says $1" >&2; return 1; }
  echo "$value"
}

fail() { echo "$*" >&2; exit 1; }
milliseconds() { echo $(($(date +%s%N) / 1000000)); }

ADMIN_PASSWORD=$(setting POOLER_ADMIN_PASSWORD) && PASSWORD=$(cat "$(setting MALIPO_PASSWORD_FILE)") || exit 1
REST_PASSWORD=$(setting REST_PASSWORD) && SUPERUSER_PASSWORD=$(setting SUPERUSER_PASSWORD) || exit 1
IFS=, read -r -a POOLERS <<<"$(setting POOLERS)"
[ ${#POOLERS[@]} -gt 0 ] || exit 1

console() { # POOLER STATEMENT
  PGPASSWORD=$ADMIN_PASSWORD psql -XAtq -h "${1%:*}" -p "${1##*:}" -U holder pgbouncer -c "$2"
}

is_held() { # POOLER: 1 or 0
  PGPASSWORD=$ADMIN_PASSWORD psql -XAtqx -h "${1%:*}" -p "${1##*:}" -U holder pgbouncer -c 'show databases' |
    awk -F'|' '$1 == "name" { name = $2 } $1 == "paused" && name == "malipo" { print $2 }'
}

# Through this PgBouncer and the HAProxy that it uses: a commit that whoever must confirm it has confirmed.
commits_through() { # POOLER
  PGPASSWORD=$PASSWORD timeout 3 psql -XAtq -h "${1%:*}" -p "${1##*:}" -U malipo malipo_probe \
    -c "select pg_logical_emit_message(true, 'malipo', 'switched over')" >/dev/null 2>&1
}

# As curl reads it: what stands in a command can be read by everybody on the machine.
patroni_user() {
  local password=${REST_PASSWORD//\\/\\\\}
  printf 'user = "patroni:%s"\n' "${password//\"/\\\"}"
}

ask_patroni() { # NAME PATH WORDS OF CURL…
  local place rest
  place=$(setting "${1^^}") && rest=$(setting "${1^^}_REST_PORT") || return 1
  curl -fsS -m "$PREPARES_WITHIN" "${@:3}" "http://${place%:*}:$rest$2"
}

member_with() { # ROLE
  local name
  for name in pg1 pg2 pg3; do
    ask_patroni "$name" /cluster -m 3 2>/dev/null | grep -o '"name": "[^"]*", "role": "[^"]*"' |
      sed -n "s/^\"name\": \"\([^\"]*\)\", \"role\": \"$1\"$/\1/p" | grep . && return 0
  done
  return 1
}

ask_database() { # NAME STATEMENT
  local place
  place=$(setting "${1^^}") || return 1
  PGPASSWORD=$SUPERUSER_PASSWORD timeout "$PREPARES_WITHIN" psql -XAtq -h "${place%:*}" -p "${place##*:}" -U postgres malipo -c "$2"
}

resume() { # POOLER: one that is not held says so, which is no harm
  local said
  for _ in 1 2 3; do
    said=$(timeout 3 bash -c 'console "$1" "resume malipo"' resume "$1" 2>&1) && return 0
    [[ $said == *'not paused'* ]] && return 0
    sleep 0.2
  done
  echo "PgBouncer at $1 was not told to go on: $said" >&2
  return 1
}
resume_all() {
  local pooler result=0
  for pooler in "${POOLERS[@]}"; do resume "$pooler" || result=1; done
  return $result
}
# For the shells that are given a time, or outlive this one.
export ADMIN_PASSWORD
export -f console resume resume_all

if [ $ONLY_RESUME = yes ]; then resume_all; exit; fi

# --- nobody is held yet -----------------------------------------------------------------------------------------------------

# Each would let go of what the other holds. Whoever outlives us to let go keeps the lock until then.
exec 8<"${SETTINGS[0]}"
flock -n 8 || fail 'Another switchover is under way from here: nothing was done'

LEADER=$(member_with leader) || fail 'No Patroni says who leads: see "Nobody takes over" in docs/high-availability.md'
CANDIDATE=$(member_with sync_standby | head -n 1) || fail 'There is no synchronous standby to switch over to: look at patronictl list'
for pooler in "${POOLERS[@]}"; do
  console "$pooler" 'show version' >/dev/null || fail "PgBouncer at $pooler does not let us hold it: nothing was done"
  [ "$(is_held "$pooler")" = 0 ] || fail "PgBouncer at $pooler is held already: by a switchover from elsewhere, or since one was lost (--resume lets go). Nothing was done"
  commits_through "$pooler" || fail "Nothing can be written through PgBouncer at $pooler: nothing was done"
done
MIGRATIONS=$(ask_database "$LEADER" "select count(*) from pg_stat_activity where application_name = 'malipo migrate'") ||
  fail "The database of $LEADER could not be asked: nothing was done"
[ "$MIGRATIONS" = 0 ] ||
  fail 'A migration is under way, which would be broken off: switch over when it has ended. Nothing was done'
# What is written now need not be written while everybody waits: by whoever stops, nor by whoever begins.
for name in "$LEADER" "$CANDIDATE"; do
  ask_database "$name" checkpoint || fail "$name could not be asked for a checkpoint: nothing was done"
done

# --- from here on callers wait ----------------------------------------------------------------------------------------------

BEGAN=$(milliseconds)
left() { echo $((BEGAN + WITHIN * 1000 - $(milliseconds))); }

holds=()
let_go() {
  # One that has not been sent yet would hold after we have let go.
  [ ${#holds[@]} -eq 0 ] || { kill "${holds[@]}" 2>/dev/null; wait "${holds[@]}" 2>/dev/null; }
  resume_all && [ -n "${ENDED:-}" ] && kill -- "-$GUARD" 2>/dev/null
}
trap 'exit 1' INT TERM HUP
trap let_go EXIT
# It outlives us, so that nobody is held for ever by a command that was killed.
setsid bash -c 'read -r -a POOLERS <<<"$2"; sleep "$1"; resume_all' guard "$((WITHIN + 1))" "${POOLERS[*]}" </dev/null >/dev/null 2>&1 &
GUARD=$!

for pooler in "${POOLERS[@]}"; do
  timeout "$WITHIN" bash -c 'console "$1" "pause malipo"' hold "$pooler" &
  holds+=($!)
done
for hold in "${holds[@]}"; do
  wait "$hold" || fail "Some transaction did not end within $WITHIN seconds, so nobody was switched over. Callers go on; try again"
done
HELD=$(milliseconds)

ask_patroni "$LEADER" /switchover -X POST -K <(patroni_user) -H 'Content-Type: application/json' \
  -d "{\"leader\": \"$LEADER\", \"candidate\": \"$CANDIDATE\"}" >/dev/null 2>&1 8<&- &
until ask_patroni "$CANDIDATE" /primary -m 1 >/dev/null 2>&1; do
  [ "$(left)" -gt 0 ] || fail "$CANDIDATE did not lead within $WITHIN seconds; callers go on, and Patroni may still switch over: look at patronictl list"
  sleep 0.1
done
LED=$(milliseconds)

goings=()
for pooler in "${POOLERS[@]}"; do
  {
    until commits_through "$pooler"; do
      [ "$(left)" -gt 0 ] || exit 1
      sleep 0.1
    done
    resume "$pooler"
  } &
  goings+=($!)
done
for going in "${goings[@]}"; do
  wait "$going" || fail "$CANDIDATE leads, but took no commit within $WITHIN seconds; callers go on, and wait or are told to ask again"
done
ENDED=$(milliseconds)
echo "$CANDIDATE leads, and no longer $LEADER. Callers waited for $((ENDED - BEGAN)) ms: $((HELD - BEGAN)) until all transactions had ended, \
$((LED - HELD)) until it led, $((ENDED - LED)) until it took commits"
