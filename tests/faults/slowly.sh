# Runs a line in short moments, so that it lasts long and takes no more of the processor: `bash slowly.sh 'lock --scan data'`.
# With -m, its processes are a group from the start.
set -m
bash -c "$1" &
while kill -STOP -- "-$!" 2> /dev/null; do
  sleep 0.1
  kill -CONT -- "-$!" 2> /dev/null
  sleep 0.01
done
wait "$!"
