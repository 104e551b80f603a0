#!/bin/sh
# Creates a database for each club in CLUBS; PostgreSQL's container runs this once, when it is empty.
set -eu
for club in $CLUBS; do
  createdb --username "$POSTGRES_USER" "$club"
done
