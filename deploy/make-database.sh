#!/bin/sh
# make-database.sh PASSWORD_FILE URL: the role and the database of Malipo, made once by Patroni when a cluster is new.
# The role owns its database and is no superuser.
set -eu
password=$(cat "$1")
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$password" "$2" <<'SQL'
create role malipo login password :'password';
create database malipo owner malipo;
revoke connect on database malipo from public;
SQL
