#!/bin/sh
# make-database.sh PASSWORD_FILE URL: the role and the database of Malipo, made once by Patroni when a cluster is new.
# The role owns its database and is no superuser. It may look at how far standbys are, for /metrics.
set -eu
# By the environment: what stands in a command can be read by everybody on the machine.
MALIPO_PASSWORD=$(cat "$1")
export MALIPO_PASSWORD
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 "$2" <<'SQL'
\getenv password MALIPO_PASSWORD
create role malipo login password :'password';
grant pg_monitor to malipo;
create database malipo owner malipo;
revoke connect on database malipo from public;
SQL
