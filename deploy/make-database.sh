#!/bin/sh
# make-database.sh PASSWORD_FILE BACKUP_PASSWORD_FILE URL: the roles and the database of Malipo, made once by Patroni when a cluster is new.
# The role malipo owns its database, is no superuser, and may look at how far standbys are, for /metrics. malipo_backup copies the whole cluster, and may ask that database nothing.
set -eu
# By the environment: what stands in a command can be read by everybody on the machine.
MALIPO_PASSWORD=$(cat "$1")
BACKUP_PASSWORD=$(cat "$2")
export MALIPO_PASSWORD BACKUP_PASSWORD
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 "$3" <<'SQL'
\getenv password MALIPO_PASSWORD
\getenv backup_password BACKUP_PASSWORD
create role malipo login password :'password';
grant pg_monitor to malipo;
create role malipo_backup login replication password :'backup_password';
create database malipo owner malipo;
revoke connect on database malipo from public;
SQL
