/** Speed counts only if the work was done: every file matched, each with a content hash of its own. */
import { readFileSync } from 'node:fs';

export function requireAllMatched(path, count) {
  const found = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).fingerprint);
  const hashes = new Set(found.map((fingerprint) => fingerprint.content_hash));
  if (!found.every((fingerprint) => fingerprint.matched) || hashes.size !== count)
    throw new Error(`expected ${count} files matched, found ${found.length} with ${hashes.size} content hashes`);
}
