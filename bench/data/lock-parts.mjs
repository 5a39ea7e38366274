/**
 * The parts of a scan in shards, without the files: `part-0`, … as `lock --scan --shard` writes them, and with `lines` `lines-0`, … with the
 * same members, each with its path first, as `sort -m` needs them. Members are divided by a fixed sequence of random numbers, or with
 * `ranges` as by a plan.
 */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const PIECE = 1 << 18;

/** Members that share one hash, each turned by another digit: to compute one for each of 100,000,000 would take minutes. */
const ONE_HASH = 64;

export function makeLockParts(folder, { members, parts, ranges = false, lines: hasLines = false }) {
  mkdirSync(folder);
  const versions = { hash: '0.1.0', lock: '0.1.0', vacuum: '0.1.0' };
  const common = { algorithm: 'sha256', as_of: null, created: '2026-01-15T10:30:00Z', dataset_id: null, note: null, profiles: [] };
  const scheme = ranges ? { plan: `sha256:${'0'.repeat(64)}`, scheme: 'path-range.v0' } : { scheme: 'path-sha256.v0' };
  const identity = { ...common, ...scheme, root: 'data', shards: parts, tool_versions: versions };
  const scan = `sha256:${createHash('sha256').update(canonical(identity)).digest('hex')}`;
  const counts = Array.from({ length: parts }, () => 0);
  const divided = ranges ? inRanges : byChance;
  for (const part of divided(members, parts)) counts[part]++;
  const files = counts.map((count, index) => {
    const file = {
      part: writer(join(folder, `part-${index}`)),
      lines: hasLines ? writer(join(folder, `lines-${index}`)) : null,
    };
    const head = { ...identity, covers: [[index, index]], member_count: count, scan, skipped_count: 0, version: 'lock-part.v0' };
    file.part.add(`${canonical(head)}\n`);
    return file;
  });
  let number = 0;
  let hashes = '';
  for (const index of divided(members, parts)) {
    const path = `batch-${String(Math.floor(number / 10_000)).padStart(5, '0')}/loans/file-${String(number).padStart(9, '0')}.csv`;
    if (number % ONE_HASH === 0) hashes = createHash('sha256').update(String(number)).digest('hex').repeat(2);
    const hash = hashes.slice(number % ONE_HASH, (number % ONE_HASH) + 64);
    const [before, after] = [`"bytes_hash":"sha256:${hash}","fingerprint":null`, `"size":${(number * 7919) % 1_000_003}`];
    files[index].part.add(`{${before},"path":"${path}",${after}}\n`);
    files[index].lines?.add(`"path":"${path}",${before},${after}\n`);
    number++;
  }
  for (const { part, lines } of files) {
    lines?.close();
    part.close((hash) => `{"part_hash":"sha256:${hash}"}\n`);
  }
}

function* inRanges(members, parts) {
  for (let number = 0; number < members; number++) yield Math.floor((number * parts) / members);
}

function* byChance(members, parts) {
  let seed = 7;
  for (let number = 0; number < members; number++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    yield (seed >>> 8) % parts;
  }
}

function writer(path) {
  const fd = openSync(path, 'w');
  const hasher = createHash('sha256');
  let pieces = [];
  let length = 0;
  const flush = () => {
    const bytes = Buffer.from(pieces.join(''));
    hasher.update(bytes);
    writeSync(fd, bytes);
    [pieces, length] = [[], 0];
  };
  return {
    add(text) {
      pieces.push(text);
      length += text.length;
      if (length > PIECE) flush();
    },
    close(trailer = () => '') {
      flush();
      writeSync(fd, trailer(hasher.digest('hex')));
      closeSync(fd);
    },
  };
}

function canonical(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}
