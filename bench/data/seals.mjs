/** A document with many seals, and the same signatures for a loop that only checks signatures. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TYPE = 'application/vnd.in-toto+json';
const TEXT = 'the document\n';

/** `keys` is the number of different signers. */
export function makeSeals(root, { seals, keys }) {
  mkdirSync(root, { recursive: true });
  const sha256 = createHash('sha256').update(TEXT).digest('hex');
  const pairs = Array.from({ length: keys }, () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    return { privateKey, spki: publicKey.export({ format: 'der', type: 'spki' }) };
  });
  const made = Array.from({ length: seals }, (_, index) => seal(pairs[index % keys], sha256, index));
  for (const count of [1, seals]) {
    const name = count === 1 ? 'one' : 'many';
    writeFileSync(join(root, `${name}.txt`), TEXT);
    writeFileSync(
      join(root, `${name}.txt.seals.jsonl`),
      made
        .slice(0, count)
        .map(({ line }) => `${line}\n`)
        .join(''),
    );
    writeFileSync(
      join(root, `${name}.signatures.jsonl`),
      made
        .slice(0, count)
        .map(({ bare }) => `${bare}\n`)
        .join(''),
    );
  }
}

function seal({ privateKey, spki }, sha256, index) {
  const time = new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString().replace('.000', '');
  const predicate = { kind: 'file', public_key: spki.toString('base64'), role: 'producer', time, tool: 'custody 0.0.0' };
  const subject = [{ digest: { sha256 }, name: 'many.txt' }];
  const payload = Buffer.from(
    JSON.stringify({ _type: 'https://in-toto.io/Statement/v1', predicate, predicateType: 'urn:custody:seal:v0', subject }),
  );
  const message = Buffer.concat([Buffer.from(`DSSEv1 ${TYPE.length} ${TYPE} ${payload.length} `), payload]);
  const signature = sign(null, message, privateKey);
  const keyid = createHash('sha256').update(spki).digest('hex');
  return {
    line: JSON.stringify({
      payload: payload.toString('base64'),
      payloadType: TYPE,
      signatures: [{ keyid, sig: signature.toString('base64') }],
    }),
    bare: JSON.stringify({ key: spki.toString('hex'), message: message.toString('hex'), signature: signature.toString('hex') }),
  };
}
