/**
 * A witness ledger of many runs, one unbroken chain, which `custody witness verify` must accept.
 *
 *     {"binary_hash":"blake3:…","exit_code":0,"id":"blake3:…",…,"prev":"blake3:…","tool":"lock","ts":"2026-01-01T00:00:07Z",…}
 */

import { closeSync, openSync, writeSync } from 'node:fs';
import { Blake3Hasher } from '@napi-rs/blake-hash';

const PIECE = 1 << 20;
const START = Date.UTC(2026, 0, 1);

export function makeLedger(path, { lines }) {
  const hasher = new Blake3Hasher();
  const fd = openSync(path, 'w');
  const blake3 = (line) => {
    hasher.reset();
    return `blake3:${hasher.update(Buffer.from(line)).digest('hex')}`;
  };
  const binary = blake3('the program');
  let prev = null;
  let text = '';
  for (let number = 0; number < lines; number++) {
    const output = blake3(`output ${number}`);
    const ts = `${new Date(START + number * 1000).toISOString().slice(0, 19)}Z`;
    // The keys are in byte order and all text is ASCII, so this is the canonical form.
    const before = prev === null ? 'null' : `"${prev}"`;
    const withId = (id) =>
      `{"binary_hash":"${binary}","exit_code":0,"id":"${id}","inputs":[{"bytes":null,"hash":null,"path":"stdin"}],` +
      `"outcome":"LOCK_CREATED","output_hash":"${output}","params":{"as_of":null,"dataset_id":"delivery-${number}","note":null},` +
      `"prev":${before},"tool":"lock","ts":"${ts}","version":"0.1.0"}`;
    prev = blake3(withId(''));
    text += `${withId(prev)}\n`;
    if (text.length < PIECE) continue;
    writeSync(fd, text);
    text = '';
  }
  writeSync(fd, text);
  closeSync(fd);
}
