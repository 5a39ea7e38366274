#!/bin/sh
# Holds a sealed folder to its own manifest with nothing but sed, grep and sha256sum. The manifest must be in canonical form, and no path in
# it may need an escape other than \".
#
#     tests/vectors/check-pack.sh tests/vectors/pack
#     pack_id sha256:…
#     12 members
cd "$1" || exit 2
stated=$(sed 's/.*"pack_id":"\([^"]*\)".*/\1/' manifest.json)
computed=sha256:$(printf %s "$(sed 's/"pack_id":"[^"]*"/"pack_id":""/' manifest.json)" | sha256sum | cut -d' ' -f1)
[ "$stated" = "$computed" ] || { echo "pack_id $stated, computed $computed"; exit 1; }
echo "pack_id $stated"
members=$(grep -o '"bytes_hash":"sha256:[0-9a-f]*","path":"\(\\"\|[^"]\)*"' manifest.json |
  sed 's/"bytes_hash":"sha256:\([0-9a-f]*\)","path":"\(.*\)"$/\1  \2/; s/\\"/"/g')
echo "$members" | sha256sum --check --quiet || exit 1
echo "$(echo "$members" | wc -l) members"
