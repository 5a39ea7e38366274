/** Bundles that somebody made to do harm, and bundles with changed bytes: a verdict comes out, and never `trusted`. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Refusal } from '#core/refusal';
import { BadSignature } from '#sign/bad-signature';
import { judgeSignatureFile } from '#sign/ops/judge-file';
import { readTrust } from '#sign/ops/trust';
import { parseBundle } from '#sign/sigstore/bundle';
import { fixtures, isThere, why } from './fixtures.ts';

const CHECKPOINT = 'log.example\n1\nAAAA\n\n';

function bundleWith(note: string, more: object = {}): Buffer {
  const entry = {
    logIndex: '0',
    logId: { keyId: 'AAAA' },
    kindVersion: { kind: 'hashedrekord', version: '0.0.1' },
    canonicalizedBody: Buffer.from('{}').toString('base64'),
    inclusionProof: { logIndex: '0', treeSize: '1', rootHash: 'AAAA', hashes: [], checkpoint: { envelope: note } },
    ...more,
  };
  const bundle = {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { certificate: { rawBytes: 'AAAA' }, tlogEntries: [entry] },
    messageSignature: { messageDigest: { algorithm: 'SHA2_256', digest: 'AAAA' }, signature: 'AAAA' },
  };
  return Buffer.from(JSON.stringify(bundle));
}

describe('parseBundle()', () => {
  it('accepts a checkpoint in its form', () => {
    expect(parseBundle(bundleWith(`${CHECKPOINT}— log.example AAAAAAAA\n`)).logEntries).toHaveLength(1);
  });

  it.each([
    ['a pattern that never ends as a name', bundleWith(`${CHECKPOINT}— (.|\\w|.)+! AAAAAAAA\n`)],
    ['another pattern', bundleWith(`${CHECKPOINT}— ^(a+)+$ AAAAAAAA\n`)],
    ['a number of a million digits', bundleWith(`log.example\n${'9'.repeat(50_000)}\nAAAA\n\n— log.example AAAAAAAA\n`)],
    ['a long index', bundleWith(CHECKPOINT, { logIndex: '9'.repeat(1_000_000) })],
    ['a negative index', bundleWith(CHECKPOINT, { logIndex: '-1' })],
    ['a body with a key twice', bundleWith(CHECKPOINT, { canonicalizedBody: Buffer.from('{"a":1,"a":2}').toString('base64') })],
    ['a long checkpoint', bundleWith(`${CHECKPOINT}${'x'.repeat(1 << 17)}`)],
    ['no JSON', Buffer.from('{"mediaType":')],
    ['deep JSON', Buffer.from(`{"mediaType":${'['.repeat(10_000)}`)],
  ])('refuses %s', (_, bytes) => expect(() => parseBundle(bytes)).toThrow(BadSignature));
});

describe.skipIf(!isThere)(`changed bundles${why}`, () => {
  const cases = join(fixtures, 'sigstore', 'cases');

  it('are never trusted, and nothing but a verdict comes out', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'custody-changed-'));
    const place = (path: string): { given: string; path: string } => ({ given: path, path });
    const trust = readTrust({
      keys: [],
      allowedSigners: null,
      roots: [place(join(cases, '..', 'trusted_root.json'))],
      identity:
        'https://github.com/sigstore-conformance/extremely-dangerous-public-oidc-beacon/.github/workflows/extremely-dangerous-oidc-beacon.yml@refs/heads/main',
      issuer: 'https://token.actions.githubusercontent.com',
      namespace: null,
      ignoresUnsigned: false,
      tsaRoots: [],
      nonce: null,
      at: Date.UTC(2026, 10, 18),
    });
    const document = { ...place(join(cases, 'a.txt')), isFolder: false };
    const judge = async (bytes: Uint8Array): Promise<string> => {
      writeFileSync(join(folder, 'bundle'), bytes);
      try {
        return (
          (
            await judgeSignatureFile({
              signature: place(join(folder, 'bundle')),
              document,
              trust,
              describe: () => Promise.reject(new Error('not asked for')),
            })
          ).signatures[0]?.state ?? 'none'
        );
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return error.code;
      }
    };
    const good = readFileSync(join(cases, 'happy-path-v0.3', 'bundle.sigstore.json'));
    expect(await judge(good)).toBe('trusted');
    const accepted: number[] = [];
    // Letters of values only: what a JSON reader ignores, and the numbers that name nothing, may change.
    for (const field of ['signature', 'rawBytes', 'canonicalizedBody', 'signedEntryTimestamp', 'rootHash', 'digest', 'keyId']) {
      const at = good.indexOf(`"${field}":`);
      if (at < 0) continue;
      const start = good.indexOf('"', at + field.length + 3) + 1;
      const end = good.indexOf('"', start);
      for (let step = start; step < end; step += Math.max(1, Math.floor((end - start) / 12))) {
        const changed = Buffer.from(good);
        changed.writeUInt8(changed.readUInt8(step) === 0x41 ? 0x42 : 0x41, step);
        if (!changed.equals(good) && (await judge(changed)) === 'trusted') accepted.push(step);
      }
    }
    expect(accepted).toEqual([]);
  });
});
