/**
 * Compares two JSON files, or two files of JSON lines. Of lines only hashes are kept, and those that changed until they are compared. The
 * others are parsed once.
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { ByteWriter } from '#core/bytes/writer';
import { JSON_LIMITS } from '#core/json/limits';
import { parseJsonExactly } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { formatExact } from '#core/json/write';
import type { Parsed, Tree } from '#core/parsed';
import { alignByContent } from './align.ts';
import { compareValues, firstValue } from './compare-values.ts';
import { type Differences, excerpts } from './differences.ts';
import { KeptValues } from './kept-values.ts';
import { type HashSeed, KeyedHash } from './keyed-hash.ts';
import { numberHashes, RecordHashes } from './record-hashes.ts';
import type { TwoFiles } from './two-files.ts';

export async function compareJson(files: TwoFiles, differences: Differences): Promise<void> {
  const only = (parsed: Parsed): JsonValue => [...(parsed as Tree).values()][0] ?? null;
  const old = await files.old.read(only);
  const now = await files.now.read(only);
  compareValues(old, now, { old: '', now: '' }, differences);
}

export async function compareJsonLines(files: TwoFiles, seed: HashSeed, differences: Differences): Promise<void> {
  const [old, now] = [new RecordHashes(), new RecordHashes()];
  await files.old.read((parsed) => hashLines(parsed as Tree, seed, old));
  await files.now.read((parsed) => hashLines(parsed as Tree, seed, now));
  const { match, isByPosition } = alignByContent(numberHashes(old, now, 'all'), numberHashes(old, now, 'key'));
  differences.aligned(isByPosition ? 'POSITION' : 'CONTENT');
  const partner = new Int32Array(old.count).fill(-1);
  for (let i = 0; i < match.length; i++) if ((match[i] as number) >= 0) partner[match[i] as number] = i;
  const kept = new KeptValues(old.count);
  await files.old.read((parsed) =>
    eachLine(parsed as Tree, (read, line) => {
      const found = partner[line] as number;
      if (found < 0) differences.add('VALUE_REMOVED', () => ({ at: `line ${line + 1}`, ...excerpts(formatExact(read()), null) }));
      else if (!old.isSame(line, now, found) && kept.begin(line)) {
        const bytes = encodeUtf8(formatExact(read()));
        kept.add(line, bytes, 0, bytes.length);
      }
    }),
  );
  await files.now.read((parsed) =>
    eachLine(parsed as Tree, (read, line) => {
      const before = match[line] as number;
      if (before < 0) differences.add('VALUE_ADDED', () => ({ at: `line ${line + 1}`, ...excerpts(null, formatExact(read())) }));
      else if (now.isSame(line, old, before)) return;
      else if (!kept.has(before)) differences.leaveOut();
      else {
        const oldValue = parseJsonExactly(kept.value(before, 0), JSON_LIMITS.data);
        compareValues(oldValue, read(), { old: `line ${before + 1}`, now: `line ${line + 1}` }, differences);
      }
    }),
  );
}

function eachLine(tree: Tree, visit: (read: () => JsonValue, line: number) => void): void {
  let line = 0;
  for (const read of tree.unread()) visit(read, line++);
}

function hashLines(tree: Tree, seed: HashSeed, hashes: RecordHashes): void {
  const hash = new KeyedHash(seed);
  const out = new ByteWriter();
  const hashText = (text: string): void => {
    out.length = 0;
    out.text(text);
    hash.begin();
    hash.bytes(out.bytes, 0, out.length);
    hash.end();
  };
  for (const value of tree.values()) {
    hashText(firstValue(value));
    const { low, high } = hash;
    hashText(formatExact(value));
    hashes.add(hash.low, hash.high, low, high);
  }
}
