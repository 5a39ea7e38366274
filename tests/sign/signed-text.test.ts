/** A signature over the text of a seal is none over a file that holds this text. */
import { createHash, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseEnvelope, preAuthenticationEncoding } from '#sign/dsse';
import { runInProcess } from '../faults/run-in-process.ts';
import { makeSeal, newKey } from './seals.ts';

const folder = mkdtempSync(join(tmpdir(), 'custody-text-'));
const judged = (line: string): ReturnType<typeof runInProcess> => runInProcess(folder, `custody verify ${line}`);
const write = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content);

it.each(['ed25519', 'P-256'] as const)('%s: neither as signify nor as a bundle', async (curve) => {
  const by = newKey(curve);
  const { payloadType, payload, signatures } = parseEnvelope(Buffer.from(makeSeal({ bytes: 'a', by })));
  const text = preAuthenticationEncoding(payloadType, payload);
  const sig = Buffer.from(signatures[0]?.sig ?? []);
  write('text', text);
  write('key.pem', by.key.key.export({ type: 'spki', format: 'pem' }));
  const bundle = (bytes: Uint8Array, signature: Uint8Array): string =>
    JSON.stringify({
      mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
      verificationMaterial: { publicKey: { hint: '' }, tlogEntries: [] },
      messageSignature: {
        messageDigest: { algorithm: 'SHA2_256', digest: createHash('sha256').update(bytes).digest('base64') },
        signature: Buffer.from(signature).toString('base64'),
      },
    });
  write('bundle', bundle(text, sig));
  expect(await judged('text --signature bundle --key key.pem')).toMatchObject({
    exit: 1,
    out: expect.stringContaining('another form is over'),
  });
  if (curve === 'ed25519') {
    write('signify', `untrusted comment: x\n${Buffer.concat([Buffer.from('Ed'), Buffer.alloc(8), sig]).toString('base64')}\n`);
    expect(await judged('text --signature signify --key key.pem')).toMatchObject({
      exit: 1,
      out: expect.stringContaining('another form is over'),
    });
  }
  // The same key may sign files in these forms.
  const file = Buffer.from('a file\n');
  write('file', file);
  write('file.bundle', bundle(file, sign(curve === 'ed25519' ? null : 'sha256', file, by.secret)));
  expect(await judged('file --signature file.bundle --key key.pem')).toMatchObject({ exit: 0 });
});
