# A newcomer's first payment, and what is printed for them.

tell_addresses() {
  local base
  base=$(setting BASE_URL malipo.env)
  cat <<END

Malipo        $base           (docs: $base/docs)
writes        postgres://malipo@$(setting WRITE_BIND)/malipo   HAProxy, to the primary; password in $DIR/database-password
reads         postgres://malipo@$(setting READ_BIND)/malipo   HAProxy, to the standbys
pooler        postgres://malipo@$(setting POOLER_HOST):$(setting POOLER_PORT)/malipo   PgBouncer, which Malipo uses
Patroni       http://$(address_of 1):$(setting PG1_REST_PORT)/cluster
logs          $DIR/logs

Try it:
  deploy/try-ha.sh pay                    a merchant is made, and takes a payment in the sandbox
  deploy/try-ha.sh patronictl list        who leads
  deploy/try-ha.sh pay 60                 a payment after another; in another terminal meanwhile:
  deploy/try-ha.sh switchover             as for maintenance, and replace api1 as for a new version
  deploy/try-ha.sh kill pg1               as a power cut would; then: deploy/try-ha.sh start pg1
  deploy/try-ha.sh malipo check-books     whether the books add up
  deploy/try-ha.sh down
END
}

# The key of a merchant, made with the operator's command once.
sandbox_key() {
  if [ ! -s "$DIR/merchant.json" ]; then
    do_malipo merchant create --name Duka --email owner@duka.example --password "$(word)" --verified --json >"$DIR/merchant.json" || {
      rm -f "$DIR/merchant.json"
      return 1
    }
    echo "The merchant Duka was made; its keys are in $DIR/merchant.json" >&2
  fi
  sed -n 's/.*"sandbox_api_key": *"\([^"]*\)".*/\1/p' "$DIR/merchant.json"
}

merchant_id() { sed -n 's/.*"merchant_id": *"\([^"]*\)".*/\1/p' "$DIR/merchant.json"; }

# One payment under one key, asked for until it is acknowledged, as a merchant's own program should.
pay_once() { # API_KEY MERCHANT_ID
  local key began answer id tries=0
  key=$(cat /proc/sys/kernel/random/uuid)
  began=$(date +%s%N)
  while :; do
    tries=$((tries + 1))
    answer=$(curl -sS -m 25 "$(setting BASE_URL malipo.env)/v1/collections/wallet-push" \
      -H "Authorization: Bearer $1" -H "Idempotency-Key: $key" -H 'Content-Type: application/json' \
      -d "{\"merchant_id\": \"$2\", \"amount\": 1000, \"phone\": \"0754000001\", \"simulate_status\": \"successful\"}" 2>&1)
    id=$(sed -n 's/.*"data":{"collection_id":"\([^"]*\)".*/\1/p' <<<"$answer")
    [ -n "$id" ] && break
    echo "  not yet: $answer"
    # A failover takes half a minute; what takes longer waits for a person.
    [ "$tries" -lt 120 ] || return 1
    sleep 1
  done
  echo "$(date +%T) acknowledged $id after $((($(date +%s%N) - began) / 1000000)) ms, asked $tries times"
  LAST_PAYMENT=$id
}

do_pay() { # [SECONDS]
  local key merchant status until=$(($(date +%s) + ${1:-0}))
  key=$(sandbox_key) && merchant=$(merchant_id) || return 1
  pay_once "$key" "$merchant" || return 1
  while [ "$(date +%s)" -lt "$until" ]; do
    sleep 1
    pay_once "$key" "$merchant" || return 1
  done
  for _ in $(seq 120); do
    status=$(curl -s -m 25 "$(setting BASE_URL malipo.env)/v1/collections/$LAST_PAYMENT" -H "Authorization: Bearer $key" |
      sed -n 's/.*"status": *"\([a-z_]*\)".*/\1/p')
    [ "$status" = successful ] && break
    sleep 0.5
  done
  echo "the last of them is ${status:-unknown}"
  [ "$status" = successful ]
}
