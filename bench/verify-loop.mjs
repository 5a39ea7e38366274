/**
 * Only signature checks: each line is a key, a message and a signature, and all must be valid. The peer of `stack lock`.
 *
 *     node bench/verify-loop.mjs signatures.jsonl
 */
import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const lines = readFileSync(process.argv[2], 'utf8').trimEnd().split('\n');
let count = 0;
for (const line of lines) {
  const { key, message, signature } = JSON.parse(line);
  const publicKey = createPublicKey({ key: Buffer.from(key, 'hex'), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(message, 'hex'), publicKey, Buffer.from(signature, 'hex'))) throw new Error('a signature does not hold');
  count++;
}
console.log(count);
