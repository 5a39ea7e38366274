#!/usr/bin/env bash
# A monitor, an OSD in memory and a gateway on loopback, until standard input ends: radosgw.sh FOLDER PORT PORT PORT KEY SECRET
set -e
D=$1 P=$2 V2=$3 V1=$4
mkdir -p "$D"/{mon,osd0,rgw,run,log}
cd "$D"
FSID=$(cat /proc/sys/kernel/random/uuid)
cat > ceph.conf <<C
[global]
fsid = $FSID
mon host = [v2:127.0.0.1:$V2,v1:127.0.0.1:$V1]
mon initial members = a
public network = 127.0.0.0/8
ms bind ipv6 = false
run dir = $D/run
admin socket = $D/run/\$name.asok
pid file = $D/run/\$name.pid
log file = $D/log/\$name.log
mon cluster log file = $D/log/cluster.log
keyring = $D/keyring
mon data = $D/mon
mon data avail crit = 1
mon data avail warn = 1
mon max pg per osd = 1000
mon allow pool size one = true
plugin dir = $LIBRARIES/ceph
erasure code dir = $LIBRARIES/ceph/erasure-code
osd class dir = $LIBRARIES/rados-classes
osd data = $D/osd\$id
osd objectstore = memstore
memstore device bytes = ${MEMORY_BYTES:-1073741824}
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd crush chooseleaf type = 0
[client.rgw]
rgw data = $D/rgw
rgw frontends = beast endpoint=127.0.0.1:$P
rgw thread pool size = 32
C
trap 'kill -9 $(jobs -p) 2> /dev/null || true' EXIT
{
  ceph-authtool --create-keyring keyring --gen-key -n mon. --cap mon 'allow *'
  ceph-authtool keyring --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  ceph-authtool keyring --gen-key -n client.rgw --cap mon 'allow rw' --cap osd 'allow rwx'
  monmaptool --create --addv a "[v2:127.0.0.1:$V2,v1:127.0.0.1:$V1]" --fsid "$FSID" monmap
  ceph-mon -i a --mkfs --monmap monmap --keyring keyring -c ceph.conf
} > log/begin.out 2>&1
ceph-mon -f -i a -c ceph.conf > log/mon.out 2>&1 < /dev/null &
until timeout 5 $CEPH -c ceph.conf mon stat > /dev/null 2>&1; do sleep 0.2; done
U=$(cat /proc/sys/kernel/random/uuid)
$CEPH -c ceph.conf osd new "$U" > /dev/null
$CEPH -c ceph.conf auth get-or-create osd.0 mon 'allow profile osd' osd 'allow *' >> keyring
ceph-osd -i 0 --mkfs --osd-uuid "$U" -c ceph.conf > log/mkfs.out 2>&1
ceph-osd -f -i 0 -c ceph.conf > log/osd.out 2>&1 < /dev/null &
radosgw -f -n client.rgw -c ceph.conf > log/rgw.out 2>&1 < /dev/null &
until (: < "/dev/tcp/127.0.0.1/$P") 2> /dev/null; do sleep 0.2; done
radosgw-admin -c ceph.conf user create --uid=test --display-name=test --access-key="$5" --secret-key="$6" > log/user.out 2>&1
echo radosgw is ready
read -r _ || true
