import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { sha256Hex } from '#hashing/hashers';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { artifactDigest } from './digest.ts';
import { lookUpArtifact, putArtifact, requireArtifact, verifyArtifacts } from './look-up.ts';
import { type ArtifactStore, openArtifactStore } from './store.ts';

const scratch = scratchFolder('artifact');
const OPTIONS = { prefix: 'msez', sync: false } as const;
const BLOB = 'MSEZ example blob artifact (attachments/proofs)\n';
const BLOB_DIGEST = 'd6e1b186ddd511ee8b2d28beb530bc2b1acdda18e643f30d22f29bd5332ed5a0';
let serial = 0;

function newStore(): { readonly root: string; readonly store: ArtifactStore; readonly again: () => ArtifactStore } {
  const root = join(scratch, String(serial++));
  const again = (): ArtifactStore => openArtifactStore([{ path: root, shown: 'store' }]);
  return { root, store: again(), again };
}

const put = (store: ArtifactStore, type: string, text: string, file = 'a.txt') =>
  putArtifact(store, { type, file, bytes: encodeUtf8(text) }, OPTIONS);

describe('artifactDigest()', () => {
  /** From `tests/fixtures/cas_digests.json` and `registries/transition-types.lock.json` of the other project. */
  test.each([
    ['receipt', { currency: 'PKR', amount: 1000, action: 'transfer' }, '1c3d079825b8ce6976e62fc1b1adfc6f99b01db4a3eb263cb5d21016303d736d'],
    [
      'ruleset',
      { rules: [{ id: 'R001', domain: 'aml', threshold: 10000 }] },
      '74354f899f6464a2a6db918794dd7697a4febcebc477d2ddd0509e1c7f420461',
    ],
    [
      'transition-types',
      { transitions: ['DRAFT_TO_PENDING', 'PENDING_TO_ACTIVE'] },
      '0c287d222294fa68cfa668c4db0dd0ac7b0ee801e313a99ca2a13e41ee60bdbd',
    ],
    [
      'transition-types',
      {
        transition_types_lock_version: 1,
        generated_at: '2025-12-24T23:42:44Z',
        source: {
          registry_path: 'registries/transition-types.yaml',
          registry_sha256: '4b2331d991593399c81a4121d1e99410cc3764b5009758e12b25f3b673a159a9',
        },
        snapshot: {
          tag: 'msez.transition-types.registry.snapshot.v1',
          registry_version: 1,
          transition_types: [
            { kind: 'generic' },
            {
              kind: 'msez.example.transfer.v1',
              schema_digest_sha256: '28249476f011e934f7615a506a37f1e4bf9ba634b4e335194460d6a6296b9efa',
              ruleset_digest_sha256: 'c4510fbe06b7f778cf34a846ea5fcb777ac78143a1257b47ce119a7bd161fda4',
            },
            { kind: 'noop' },
          ],
        },
        snapshot_digest_sha256: 'd8f22c0aa0114b30f961c208e48f08b17403655cdd0c25c9027b2373609fd207',
      },
      'd8f22c0aa0114b30f961c208e48f08b17403655cdd0c25c9027b2373609fd207',
    ],
  ])('is the published one of a %s, however it is written', async (type, document, expected) => {
    for (const space of [0, 2]) expect(await digest(type, JSON.stringify(document, null, space))).toEqual({ ok: true, digest: expected });
  });

  const digest = async (type: string, text: string, name = 'a.json') =>
    await artifactDigest({ type, name, bytes: encodeUtf8(text) }, 'msez');
  const jcs = { ok: true, digest: sha256Hex(encodeUtf8('{"a":1,"b":2}')) };

  test('artifactDigest() covers bytes, document or payload, depending on the type', async () => {
    expect(await digest('blob', BLOB)).toEqual({ ok: true, digest: BLOB_DIGEST });
    expect(await digest('schema', '{ "b": 2, "a": 1 }')).toEqual(jcs);
    expect(await digest('ruleset', 'b: 2\na: 1\n', 'r.yaml')).toEqual(jcs);
    expect(await digest('vc', '{"b":2,"a":1,"proof":[{}]}')).toEqual(jcs);
    expect(await digest('checkpoint', '{"b":2,"a":1,"proof":{}}')).toEqual(jcs);
  });

  test.each([
    ['vc', '{"a":1.5}', '/a: expected an integer, found the number 1.5'],
    ['vc', '[]', 'expected an object'],
    ['vc', '{"a":1,"a":1}', 'duplicate key "a" at line 1 column 8'],
    ['schema', '{"a":9007199254740993}', 'integer 9007199254740993 is beyond 2^53-1'],
    ['schema', 'a: 1', 'expected value at line 1 column 1'],
    ['lawpack', 'x', expect.stringContaining('not a readable zip archive')],
  ])('artifactDigest() says why a %s of %s has none', async (type, text, error) => {
    expect(await digest(type, text)).toEqual({ ok: false, error });
  });
});

describe('putArtifact()', () => {
  test('putArtifact() stores an artifact once by type and digest, and it can be found', async () => {
    const { root, store, again } = newStore();
    const stored = { type: 'blob', digest: BLOB_DIGEST, bytes: 48, path: `store/blob/${BLOB_DIGEST}.txt` };
    expect(await put(store, 'blob', BLOB)).toEqual({ ...stored, change: 'stored' });
    expect(await put(store, 'blob', BLOB, 'other.md')).toEqual({ ...stored, change: 'unchanged' });
    expect(await put(again(), 'blob', BLOB, 'other')).toEqual({ ...stored, change: 'unchanged' });
    expect(new Set(readdirSync(root, { recursive: true, encoding: 'utf8' }))).toEqual(new Set(['blob', `blob/${BLOB_DIGEST}.txt`]));
    const found = await requireArtifact(store, stored, 'msez');
    expect(Buffer.from(found.bytes).toString()).toBe(BLOB);
  });

  test('putArtifact() refuses a second form of a credential instead of choosing one', async () => {
    const { store } = newStore();
    await put(store, 'vc', '{"a":1,"proof":{"jws":"x"}}', 'a.json');
    await expect(put(store, 'vc', '{"a":1,"proof":{"jws":"y"}}', 'a.json')).toRefuse('E_AMBIGUOUS');
    await expect(put(store, 'vc', '{"a":1.5}', 'a.json')).toRefuse('E_BAD_ARTIFACT');
  });

  test('putArtifact() does not treat a damaged file as stored', async () => {
    const { root, store } = newStore();
    mkdirSync(join(root, 'blob'), { recursive: true });
    writeFileSync(join(root, 'blob', BLOB_DIGEST), 'damaged');
    await expect(put(store, 'blob', BLOB)).toRefuse('E_BAD_ARTIFACT');
  });

  test('putArtifact() reports that a store cannot be written', async () => {
    const { root, store } = newStore();
    writeFileSync(root, '');
    await expect(put(store, 'blob', BLOB)).toRefuse('E_IO');
  });
});

describe('lookUpArtifact()', () => {
  const name = { type: 'blob', digest: BLOB_DIGEST };

  test('lookUpArtifact() finds a name with and without an extension, and accepts duplicates with the same bytes', async () => {
    const { root, store, again } = newStore();
    expect(await lookUpArtifact(store, name, 'msez')).toEqual({ tag: 'missing' });
    mkdirSync(join(root, 'blob'), { recursive: true });
    writeFileSync(join(root, 'blob', BLOB_DIGEST), BLOB);
    expect(await lookUpArtifact(again(), name, 'msez')).toMatchObject({ tag: 'found', path: `store/blob/${BLOB_DIGEST}` });
    writeFileSync(join(root, 'blob', `${BLOB_DIGEST}.txt`), BLOB);
    expect(await lookUpArtifact(again(), name, 'msez')).toMatchObject({ tag: 'found' });
    writeFileSync(join(root, 'blob', `${BLOB_DIGEST}.md`), 'else');
    expect(await lookUpArtifact(again(), name, 'msez')).toMatchObject({ tag: 'ambiguous' });
    await expect(requireArtifact(again(), name, 'msez')).toRefuse('E_AMBIGUOUS');
  });

  test('lookUpArtifact() searches every root, and compares their files', async () => {
    const [one, two] = [newStore(), newStore()];
    await put(two.store, 'blob', BLOB);
    const roots = [
      { path: one.root, shown: 'one' },
      { path: two.root, shown: 'two' },
    ] as const;
    expect(await lookUpArtifact(openArtifactStore(roots), name, 'msez')).toMatchObject({
      tag: 'found',
      path: `two/blob/${BLOB_DIGEST}.txt`,
    });
    cpSync(two.root, one.root, { recursive: true });
    expect(await lookUpArtifact(openArtifactStore(roots), name, 'msez')).toMatchObject({
      tag: 'found',
      path: `one/blob/${BLOB_DIGEST}.txt`,
    });
    writeFileSync(join(one.root, 'blob', `${BLOB_DIGEST}.txt`), 'x');
    expect(await lookUpArtifact(openArtifactStore(roots), name, 'msez')).toMatchObject({ tag: 'ambiguous' });
  });

  test('lookUpArtifact() opens no links, pipes or folders', async () => {
    const { root, again } = newStore();
    const place = join(root, 'blob', BLOB_DIGEST);
    mkdirSync(join(root, 'blob'), { recursive: true });
    writeFileSync(join(root, 'secret'), BLOB);
    const makes = [() => symlinkSync(join(root, 'secret'), place), () => execFileSync('mkfifo', [place]), () => mkdirSync(place)];
    for (const make of makes) {
      make();
      expect(await lookUpArtifact(again(), name, 'msez')).toMatchObject({ tag: 'wrong', actual: null });
      rmSync(place, { recursive: true });
    }
  });
});

describe('verifyArtifacts()', () => {
  test('verifyArtifacts() puts every name of the store into one list', async () => {
    const { root, store, again } = newStore();
    await put(store, 'blob', BLOB);
    const { digest } = await put(store, 'vc', '{"a":1}', 'a.json');
    expect(await verifyArtifacts(again(), null, 'msez')).toMatchObject({
      verified: [{ type: 'blob' }, { type: 'vc', digest }],
      findings: [],
    });
    writeFileSync(join(root, 'vc', `${digest}.vc.json`), '{"a":2}');
    writeFileSync(join(root, 'blob', 'notes.txt'), '');
    writeFileSync(join(root, 'README'), '');
    mkdirSync(join(root, 'Upper'));
    const { verified, findings } = await verifyArtifacts(again(), null, 'msez');
    expect(verified.map(({ type }) => type)).toEqual(['blob']);
    expect(findings.map(({ kind, paths }) => [kind, ...paths])).toEqual([
      ['WRONG', `store/vc/${digest}.vc.json`],
      ['STRANGER', 'store/README'],
      ['STRANGER', 'store/Upper'],
      ['STRANGER', 'store/blob/notes.txt'],
    ]);
  });

  test('verifyArtifacts() does not accept a store that is missing or cannot be listed', async () => {
    const { root, store } = newStore();
    await expect(verifyArtifacts(store, null, 'msez')).toRefuse('E_IO');
    symlinkSync(root, root);
    await expect(verifyArtifacts(store, null, 'msez')).toRefuse('E_IO');
    await expect(verifyArtifacts(store, { type: 'blob', digest: BLOB_DIGEST }, 'msez')).toRefuse('E_IO');
    await expect(put(store, 'blob', BLOB)).toRefuse('E_IO');
  });

  test('verifyArtifacts() reports a missing artifact', async () => {
    expect(await verifyArtifacts(newStore().store, { type: 'blob', digest: BLOB_DIGEST }, 'msez')).toMatchObject({
      verified: [],
      findings: [{ kind: 'MISSING', type: 'blob', digest: BLOB_DIGEST, paths: [] }],
    });
  });
});
