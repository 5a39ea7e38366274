#!/bin/sh
# Installs the peers that the benchmark runs beside custody, and GNU time for peak memory (Debian, Ubuntu).
#
#     sudo bench/setup.sh
#
# A peer that cannot be installed is left out, and the benchmark says that it is missing.
set -eu
apt-get update -qq
for package in b3sum hashdeep rclone time openssl file poppler-utils radosgw ceph-mon ceph-osd ceph-common chromium; do
  apt-get install -y -qq --no-upgrade --no-install-recommends "$package" || echo "setup: no package $package here" >&2
done
