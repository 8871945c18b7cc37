# The settings of a cluster on one machine: the same files as for several, filled with ports of this one.

port_is_free() { # PORT
  ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Ports that one cluster uses, counted from its first.
offsets='0 1 2 3 11 12 13 21 22 23 31 32 33 40 41 42 51 52 61 62'

choose_first_port() {
  local first offset
  for first in ${WISHED_PORT:-$(seq 7400 100 9900)}; do
    for offset in $offsets; do port_is_free $((first + offset)) || continue 2; done
    echo "$first"
    return 0
  done
  if [ -n "$WISHED_PORT" ]; then
    echo "Some port from $WISHED_PORT to $((WISHED_PORT + 62)) is in use. Choose another beginning with --port." >&2
  else
    echo 'No hundred ports between 7400 and 9999 are free. Choose a beginning with --port.' >&2
  fi
  return 1
}

word() { head -c 64 /dev/urandom | base64 | tr -dc 'a-zA-Z0-9' | head -c 32; }

# See patroni.yml.
etcd_api() {
  local version
  version=$(patroni --version | cut -d ' ' -f 2)
  if [ "$(printf '%s\n' 3.0.3 "$version" | sort -V | head -n 1)" = 3.0.3 ]; then echo etcd3; else echo etcd; fi
}

write_settings() {
  local first host=127.0.0.1 number malipo_password backup_password holder_password
  first=$(choose_first_port) || return 1
  if [ $MACHINES = yes ]; then name_machines "$first"; fi
  malipo_password=$(word)
  backup_password=$(word)
  holder_password=$(word)
  umask 077
  echo "$malipo_password" >"$DIR/database-password"
  echo "$backup_password" >"$DIR/backup-password"
  cat >"$DIR/cluster.env" <<END
SCOPE=malipo-try
ETCD_TOKEN=malipo-try
ETCD_MEMBERS=etcd1=http://$(address_of 1):$((first + 11)),etcd2=http://$(address_of 2):$((first + 12)),etcd3=http://$(address_of 3):$((first + 13))
ETCD_HOSTS=$(address_of 1):$((first + 1)),$(address_of 2):$((first + 2)),$(address_of 3):$((first + 3))
ETCD_API=$(etcd_api)
PG1=$(address_of 1):$((first + 21))
PG2=$(address_of 2):$((first + 22))
PG3=$(address_of 3):$((first + 23))
PG1_REST_PORT=$((first + 31))
PG2_REST_PORT=$((first + 32))
PG3_REST_PORT=$((first + 33))
NETWORK=$(network_of)
BIN_DIR=$BIN_DIR
MAKE_DATABASE=$DIR/make-database.sh
MALIPO_PASSWORD_FILE=$DIR/database-password
BACKUP_PASSWORD_FILE=$DIR/backup-password
SUPERUSER_PASSWORD=$(word)
REPLICATION_PASSWORD=$(word)
REWIND_PASSWORD=$(word)
REST_PASSWORD=$(word)
TTL=${TTL:-20}
LOOP_WAIT=${LOOP_WAIT:-5}
RETRY_TIMEOUT=${RETRY_TIMEOUT:-5}
SYNCHRONOUS=${SYNCHRONOUS:-true}
SLOTS_KEEP=1GB
WRITE_BIND=$host:$((first + 40))
READ_BIND=$host:$((first + 41))
WRITE_HOST=$host
WRITE_PORT=$((first + 40))
POOLER_HOST=$host
POOLER_PORT=$((first + 42))
POOLER_LISTEN=$host
POOLERS=$host:$((first + 42))
POOLER_ADMIN_PASSWORD=$holder_password
POOL_SIZE=20
USERLIST=$DIR/userlist.txt
FRONT_BIND=$host:$first
API1=$host:$((first + 51))
API2=$host:$((first + 52))
HAPROXY_USER=$OWNER
HAPROXY_GROUP=$(id -gn "$OWNER")
HAPROXY_ADMIN=$DIR/haproxy.sock
HAPROXY_LOG=stdout format raw local0 notice
UNAVAILABLE=$DIR/unavailable.http
END
  for number in 1 2 3; do
    mkdir -p "$DIR/pg$number" "$DIR/etcd$number"
  done
  if [ $MACHINES = yes ]; then make_machines || return 1; fi
  for number in 1 2 3; do
    write_node "$number" "$first" "$(address_of "$number")"
  done
  printf '"%s" "%s"\n' malipo "$malipo_password" holder "$holder_password" >"$DIR/userlist.txt"
  cat >"$DIR/malipo.env" <<END
NODE_ENV=production
DATABASE_URL=postgres://malipo:$malipo_password@$host:$((first + 42))/malipo
DATABASE_DIRECT_URL=postgres://malipo:$malipo_password@$host:$((first + 40))/malipo
MALIPO_SECRET=$(word)$(word)
BASE_URL=http://$host:$first
TRUSTED_PROXIES=1
LEAVING_SECONDS=5
SIGN_UP=closed
LIVE_PROVIDER=none
LOG_LEVEL=warn
DATA_DIR=$DIR/malipo
DATABASE_BACKUP_URL=postgres://malipo_backup:$backup_password@$(setting PG1),$(setting PG2),$(setting PG3)/malipo
BACKUP_DIR=$DIR/backups
END
  echo "$first" >"$DIR/first-port"
}

write_node() { # NUMBER FIRST_PORT HOST
  local name="pg$1" home="$DIR/pg$1" pg_port=$(($2 + 20 + $1))
  cat >"$home/node.env" <<END
NAME=$name
ETCD_DATA_DIR=$DIR/etcd$1/data
ETCD_CLIENT_URL=http://$3:$(($2 + $1))
ETCD_PEER_URL=http://$3:$(($2 + 10 + $1))
REST_LISTEN=$3:$(($2 + 30 + $1))
REST_CONNECT=$3:$(($2 + 30 + $1))
PG_LISTEN=$3:$pg_port
PG_CONNECT=$3:$pg_port
DATA_DIR=$home/data
SOCKET_DIR=$home
PGPASS=$home/pgpass
END
  sed -e "s/^NAME=.*/NAME=etcd$1/" "$home/node.env" >"$DIR/etcd$1/node.env"
}

fill_templates() {
  local number
  umask 077
  cp "$DEPLOY/make-database.sh" "$DEPLOY/unavailable.http" "$DIR/"
  for number in 1 2 3; do
    "$DEPLOY/fill.sh" "$DEPLOY/etcd.env" "$DIR/cluster.env" "$DIR/etcd$number/node.env" >"$DIR/etcd$number/etcd.env" || return 1
    "$DEPLOY/fill.sh" "$DEPLOY/patroni.yml" "$DIR/cluster.env" "$DIR/pg$number/node.env" >"$DIR/pg$number/patroni.yml" || return 1
  done
  "$DEPLOY/fill.sh" "$DEPLOY/haproxy.cfg" "$DIR/cluster.env" >"$DIR/haproxy.cfg" || return 1
  "$DEPLOY/fill.sh" "$DEPLOY/pgbouncer.ini" "$DIR/cluster.env" >"$DIR/pgbouncer.ini" || return 1
}

setting() { # NAME [FILE]
  sed -n "s/^$1=//p" "$DIR/${2:-cluster.env}"
}
