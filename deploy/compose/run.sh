#!/bin/sh
# run.sh etcd|patroni|haproxy|pgbouncer: fills the files of one part with what compose.yaml says, and becomes that part.
set -eu
umask 077
deploy=/opt/malipo/deploy
here=/run/malipo
fill() { "$deploy/fill.sh" "$deploy/$1" "$deploy/compose/cluster.env" "$here/secrets.env" "$here/node.env"; }

cat >"$here/secrets.env" <<END
SUPERUSER_PASSWORD=${SUPERUSER_PASSWORD:-}
REPLICATION_PASSWORD=${REPLICATION_PASSWORD:-}
REWIND_PASSWORD=${REWIND_PASSWORD:-}
REST_PASSWORD=${REST_PASSWORD:-}
POOLER_ADMIN_PASSWORD=${POOLER_ADMIN_PASSWORD:-}
END
cat >"$here/node.env" <<END
NAME=${NAME:-}
ETCD_DATA_DIR=/var/lib/malipo/etcd
ETCD_CLIENT_URL=http://${ADDRESS:-}:2379
ETCD_PEER_URL=http://${ADDRESS:-}:2380
REST_LISTEN=0.0.0.0:8008
REST_CONNECT=${ADDRESS:-}:8008
PG_LISTEN=0.0.0.0:5432
PG_CONNECT=${ADDRESS:-}:5432
DATA_DIR=/var/lib/malipo/postgres
SOCKET_DIR=$here
PGPASS=$here/pgpass
POOLER_LISTEN=0.0.0.0
END

case $1 in
  etcd)
    fill etcd.env >"$here/etcd.env"
    set -a
    . "$here/etcd.env"
    exec etcd
    ;;
  patroni)
    echo "$MALIPO_PASSWORD" >"$here/database-password"
    echo "$BACKUP_PASSWORD" >"$here/backup-password"
    fill patroni.yml >"$here/patroni.yml"
    exec patroni "$here/patroni.yml"
    ;;
  haproxy)
    fill haproxy.cfg >"$here/haproxy.cfg"
    exec haproxy -db -f "$here/haproxy.cfg"
    ;;
  pgbouncer)
    printf '"%s" "%s"\n' malipo "$MALIPO_PASSWORD" holder "$POOLER_ADMIN_PASSWORD" >"$here/userlist.txt"
    fill pgbouncer.ini >"$here/pgbouncer.ini"
    exec pgbouncer "$here/pgbouncer.ini"
    ;;
  *) echo "There is no part named $1" >&2; exit 2 ;;
esac
