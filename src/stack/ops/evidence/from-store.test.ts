import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sha256Hex } from '#hashing/hashers';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import { alice, bob, CORRIDOR, type CorridorOptions, envelope, governance, sign } from '../../../../tests/stack/signed-corridor.ts';
import { CORRIDOR_FOLDER, LAWPACK_DIGEST, LOCK, lockZone, signedZone, write } from '../../../../tests/stack/signed-zone.ts';
import type { Finding } from '../../verify/findings.ts';
import { countsOf, type StackVerdict } from '../../verify/report.ts';
import { putPinned } from '../artifacts/put-pinned.ts';
import { type ArtifactStore, openArtifactStore } from '../artifacts/store.ts';
import { explainStack } from '../explain.ts';
import { parseLockFile } from '../lock-file.ts';
import { type VerifyRequest, verifyStack } from '../verify.ts';

const scratch = scratchFolder('stack-from-store');
const whole = join(scratch, 'whole');
let count = 0;

function storeAt(path: string): ArtifactStore {
  return openArtifactStore([{ path, shown: 'store' }]);
}

/** A store with everything that the lock of a zone pins, and the lock; the tree is removed. */
async function stored(folder: string, options: CorridorOptions = {}, more: (tree: string) => void = () => {}): Promise<string> {
  const tree = join(folder, 'tree');
  mkdirSync(tree, { recursive: true });
  signedZone(tree, options);
  more(tree);
  await lockZone(tree);
  const { document } = parseLockFile(readFileSync(join(tree, LOCK)), LOCK);
  const { unavailable } = await putPinned(
    storeAt(join(folder, 'store')),
    { document, root: tree, shown: '.' },
    { prefix: 'msez', sync: false },
  );
  expect(unavailable).toEqual([]);
  cpSync(join(tree, LOCK), join(folder, 'stack.lock'));
  rmSync(tree, { recursive: true });
  return folder;
}

beforeAll(async () => void (await stored(whole)));

function copy(): string {
  const folder = join(scratch, `copy-${count++}`);
  cpSync(whole, folder, { recursive: true });
  return folder;
}

async function verify(folder: string, asked: Partial<VerifyRequest> = {}): Promise<StackVerdict> {
  const lock = parseLockFile(readFileSync(join(folder, 'stack.lock')), 'stack.lock');
  const store = storeAt(join(folder, 'store'));
  const given = { lock, given: 'stack.lock', root: null, zone: null, store, cwd: folder, prefix: 'msez' } as const;
  return (await verifyStack({ ...given, at: null, required: null, ...asked })).verdict;
}

/** The name in the store of the file that the lock pins under a field. */
function blobOf(folder: string, field: RegExp): string {
  const digest = field.exec(readFileSync(join(folder, 'stack.lock'), 'utf8'))?.[1] as string;
  return join('blob', readdirSync(join(folder, 'store/blob')).find((name) => name.startsWith(digest)) as string);
}

const ANCHORS = /"trust_anchors_sha256":"([0-9a-f]+)"/;
const short = ({ kind, id, field, file }: Finding): readonly (string | null)[] => [kind, id, field, file];

describe('verifyStack() from a store', () => {
  test('derives digests, signatures and activation again without the tree', async () => {
    const verdict = await verify(whole);
    expect(verdict.judged.findings).toEqual([]);
    expect(verdict.corridors).toEqual([{ corridorId: CORRIDOR, activated: true, blockers: [], lockedActivated: true }]);
    expect(verdict.evidence).toEqual({ root: null, zone: null, stores: ['store'] });
    const verified = verdict.judged.verified.map(({ field }) => field);
    for (const field of ['corridor_agreement_set_sha256', 'corridor_activation_blockers', 'lawpack_digest_sha256', 'version', 'as_of_date'])
      expect(verified).toContain(field);
  });

  test('lists what only the tree can prove as not checked, and every claim once', async () => {
    const verdict = await verify(whole);
    const fields = verdict.judged.notChecked.map(({ section, field }) => `${section} ${field}`);
    for (const field of ['document zone_id', 'modules params', 'modules variant', 'overlays patches[0]', 'lawpacks lawpack_lock_path'])
      expect(fields).toContain(field);
    const { claims, verified, drifted, notChecked } = countsOf(verdict);
    expect(verified + drifted + notChecked).toBe(claims);
  });

  test('judges at another time too', async () => {
    const { judged } = await verify(whole, { at: Date.parse('2025-06-01T00:00:00Z') });
    expect(judged.findings.map(({ kind }) => kind)).toEqual(['AT_TIME']);
  });

  test('finds the same blockers as the tree', async () => {
    const folder = await stored(
      join(scratch, 'unbound'),
      { parties: [alice], anchors: (anchors) => ({ ...anchors, notes: 'x' }) },
      (tree) => {
        writeFileSync(
          join(tree, CORRIDOR_FOLDER, 'key-rotation.yaml'),
          `${readFileSync(join(tree, CORRIDOR_FOLDER, 'key-rotation.yaml'), 'utf8')}\n`,
        );
      },
    );
    const { judged, corridors } = await verify(folder);
    expect(judged.findings).toEqual([]);
    expect(corridors[0]?.blockers).toContain('definition:unbound:key-rotation.yaml');
    expect(corridors[0]?.blockers).toContain(`${bob.did}:missing_signature`);
  });

  test('reports what the store does not have', async () => {
    const folder = copy();
    rmSync(join(folder, 'store', blobOf(folder, ANCHORS)));
    const { judged, corridors } = await verify(folder);
    expect(judged.findings).toMatchObject([{ kind: 'MISSING', id: CORRIDOR, field: 'trust_anchors_sha256' }]);
    expect(corridors).toEqual([]);
    expect(judged.notChecked.map(({ field }) => field)).toContain('corridor_activated');
  });

  test('reports a blob whose bytes do not match its name, for each pin', async () => {
    for (const name of readdirSync(join(whole, 'store/blob'))) {
      const folder = copy();
      const place = join('store/blob', name);
      const bytes = readFileSync(join(folder, place));
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
      writeFileSync(join(folder, place), bytes);
      const { judged } = await verify(folder);
      expect(judged.findings).toMatchObject([{ kind: 'CHANGED', file: place, expected: name.slice(0, 64), actual: sha256Hex(bytes) }]);
    }
  });

  test('reports an archive that is not in the store, and does not count its digest as verified', async () => {
    const folder = copy();
    rmSync(join(folder, 'store/lawpack'), { recursive: true });
    const gone = (await verify(folder)).judged;
    expect(gone.findings).toMatchObject([{ kind: 'MISSING', field: 'lawpack_digest_sha256' }]);
    const text = readFileSync(join(folder, 'stack.lock'), 'utf8');
    writeFileSync(join(folder, 'stack.lock'), text.replace(/"lawpack_artifact_path":"[^"]*",/, ''));
    const { judged } = await verify(folder);
    expect(judged.findings).toEqual([]);
    expect(judged.notChecked.map(({ field }) => field)).toContain('lawpack_digest_sha256');
    for (const { verified } of [gone, judged]) expect(verified.map(({ field }) => field)).not.toContain('lawpack_digest_sha256');
  });

  test('reports a lock that pins another digest than the lock of the lawpack states', async () => {
    const folder = copy();
    const text = readFileSync(join(folder, 'stack.lock'), 'utf8');
    writeFileSync(
      join(folder, 'stack.lock'),
      text.replace(`"lawpack_digest_sha256":"${LAWPACK_DIGEST}"`, `"lawpack_digest_sha256":"${'0'.repeat(64)}"`),
    );
    expect((await verify(folder)).judged.findings.map(({ kind, field }) => [kind, field])).toEqual([['CHANGED', 'lawpack_digest_sha256']]);
  });

  test.each<[string, string, string, string]>([
    ['activation', '"corridor_activated":true', '"corridor_activated":false', 'corridor_activated'],
    ['list of blockers', '"corridor_activation_blockers":[]', '"corridor_activation_blockers":["x"]', 'corridor_activation_blockers'],
    ['version', '"version":"0.1.0"', '"version":"0.1.1"', 'version'],
    ['date', '"as_of_date":"2025-01-01"', '"as_of_date":"2024-01-01"', 'as_of_date'],
    ['module', '"module_id":"org.example.corridor.swift.module"', '"module_id":"org.example.other"', 'module_manifest_sha256'],
    ['corridor', `"corridor_id":"${CORRIDOR}"`, '"corridor_id":"org.example.other"', 'corridor_manifest_sha256'],
    ['path', '"agreement.0.vc.json"', '"agreement.9.vc.json"', 'corridor_agreement_payload_sha256_by_path.agreement.9.vc.json'],
  ])('finds a lock with another %s', async (_, from, to, field) => {
    const folder = copy();
    const text = readFileSync(join(folder, 'stack.lock'), 'utf8');
    expect(text).toContain(from);
    writeFileSync(join(folder, 'stack.lock'), text.replace(from, to));
    expect((await verify(folder)).judged.findings.map((finding) => finding.field)).toContain(field);
  });

  test('reports a lock that leaves out the agreements of its corridor', async () => {
    const folder = copy();
    const document = JSON.parse(readFileSync(join(folder, 'stack.lock'), 'utf8')) as { corridors: Record<string, unknown>[] };
    for (const name of Object.keys(document.corridors[0] as object))
      if (/agreement|activat/.test(name)) delete document.corridors[0]?.[name];
    writeFileSync(join(folder, 'stack.lock'), JSON.stringify(document));
    expect((await verify(folder)).judged.findings.map(short)).toEqual([
      ['CHANGED', CORRIDOR, 'corridor_manifest_sha256', blobPath(folder, /"corridor_manifest_sha256":"([0-9a-f]+)"/)],
    ]);
  });

  test('does not check activation if it depends on registries, which no lock pins', async () => {
    const registry = sign(envelope(governance.did, { registry_id: 'r', authorities: [] }), governance);
    const options: CorridorOptions = { manifest: (manifest) => ({ ...manifest, authority_registry_vc_path: 'registry.vc.json' }) };
    const folder = await stored(join(scratch, 'registry'), options, (tree) =>
      write(tree, `${CORRIDOR_FOLDER}/registry.vc.json`, JSON.stringify(registry)),
    );
    const { judged, corridors } = await verify(folder);
    expect(judged.findings).toEqual([]);
    expect(corridors).toEqual([]);
    const unchecked = judged.notChecked.filter(({ section }) => section === 'corridors').map(({ field }) => field);
    expect(unchecked.sort()).toEqual(['corridor_activated', 'corridor_activation_blockers', 'corridor_agreement_signers', 'order']);
    expect((await verify(folder, { required: { at: null, corridors: null } })).judged.findings).toMatchObject([{ kind: 'INACTIVE' }]);
    const lock = parseLockFile(readFileSync(join(folder, 'stack.lock')), 'stack.lock');
    const asked = {
      lock,
      given: 'stack.lock',
      root: null,
      zone: null,
      store: storeAt(join(folder, 'store')),
      cwd: folder,
      prefix: 'msez',
    } as const;
    expect((await explainStack({ ...asked, corridor: null, at: null })).corridors).toMatchObject([
      { verdict: null, notJudged: expect.stringContaining('registries') as string, findings: [] },
    ]);
  });
});

function blobPath(folder: string, field: RegExp): string {
  return join('store', blobOf(folder, field));
}
