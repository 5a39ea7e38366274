/**
 * What a lock depends on, and what not: made twice it is the same bytes, wherever the tree lies and whatever the clock says; a proof that is
 * issued anew changes the hash of its file and nothing else.
 */
import { cpSync, mkdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#core/json/value';
import { without } from '#stack/credential/payload';
import { diffStackLocks, type StackLock } from '../../src/index.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { only, proofs } from './corridor-changes.ts';
import { alice, type CorridorOptions, type Signer, sign } from './signed-corridor.ts';
import { CORRIDOR_FOLDER, LOCK, lockZone, signedZone } from './signed-zone.ts';

const scratch = scratchFolder('stack-reissue');
let count = 0;

function tree(options: CorridorOptions = {}): string {
  const folder = join(scratch, `tree-${count++}`);
  mkdirSync(folder);
  signedZone(folder, options);
  return folder;
}

async function lockOf(options: CorridorOptions): Promise<{ readonly lock: StackLock; readonly bytes: Uint8Array }> {
  return await lockZone(tree(options));
}

/** Where two locks differ: `corridors.0.corridor_agreement_vc_sha256.1`. */
function differing(a: unknown, b: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b) ? [] : [path.join('.')];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) => differing(a[key as keyof typeof a], b[key as keyof typeof b], [...path, key]));
}

describe('a lock made twice', () => {
  test('is byte-identical: anew, over itself, and from a copy of the tree with other times', async () => {
    const first = tree();
    const { bytes } = await lockZone(first);
    expect(Buffer.from((await lockZone(first)).bytes).equals(bytes)).toBe(true);
    const copy = join(scratch, 'elsewhere/and deeper');
    cpSync(first, copy, { recursive: true });
    utimesSync(join(copy, CORRIDOR_FOLDER, 'corridor.yaml'), 1, 1);
    expect(Buffer.from((await lockZone(copy, { out: join(copy, 'new.lock') })).bytes).equals(bytes)).toBe(true);
    expect(readFileSync(join(copy, 'new.lock')).equals(bytes)).toBe(true);
  });

  test('later, of what has not changed, keeps its time and its bytes', async () => {
    const folder = tree();
    const { bytes } = await lockZone(folder);
    const again = await lockZone(folder, { generatedAt: '2027-01-01T00:00:00Z' });
    expect([again.change, Buffer.from(again.bytes).equals(bytes)]).toEqual(['unchanged', true]);
    expect(readFileSync(join(folder, LOCK)).equals(bytes)).toBe(true);
  });

  test.each(['json', 'pretty-json', 'yaml'] as const)('says the same as %s, and is the same bytes again', async (format) => {
    const folder = tree();
    const { lock } = await lockZone(folder);
    const out = join(folder, `lock.${format}`);
    const { bytes } = await lockZone(folder, { format, out });
    expect((await lockZone(folder, { format, out })).change).toBe('unchanged');
    expect(diffStackLocks(bytes, readFileSync(join(folder, LOCK))).outcome).toBe('NO_CHANGES');
    expect(lock.corridors[0]?.corridor_activated).toBe(true);
  });
});

const resigned =
  (by: Signer) =>
  (document: JsonObject): JsonObject =>
    proofs(([proof]) => ({ ...proof, created: '2026-03-03T03:03:03Z' }))(sign(without(document, 'proof'), by));
const cases: readonly [what: string, options: CorridorOptions, changed: string][] = [
  ['of an agreement', { signedAgreement: only(alice, resigned(alice)) }, 'corridors.0.corridor_agreement_vc_sha256.0'],
  [
    'of an agreement, of another type',
    {
      signedAgreement: (document, party) =>
        sign(without(document, 'proof'), party as Signer, party === alice ? 'DataIntegrityProof' : undefined),
    },
    'corridors.0.corridor_agreement_vc_sha256.0',
  ],
  [
    'of the definition',
    { signedDefinition: proofs(([proof]) => ({ ...proof, created: '2026-03-03T03:03:03Z' })) },
    'corridors.0.corridor_definition_vc_sha256',
  ],
];

test.each(cases)('a proof that is issued anew %s changes the hash of the file alone', async (_, options, changed) => {
  const [before, after] = [await lockOf({}), await lockOf(options)];
  expect(differing(before.lock, after.lock)).toEqual([changed]);
  expect(after.lock.corridors[0]?.corridor_activated).toBe(true);
  const { changes } = diffStackLocks(before.bytes, after.bytes);
  expect(changes.map(({ kind, severity }) => [kind, severity])).toEqual([['RESIGNED', 'medium']]);
});

test('a proof that is issued anew is told apart from an agreement that says something else', async () => {
  const [before, after] = [await lockOf({}), await lockOf({ agreement: (subject) => ({ ...subject, terms: { reference: 'urn:other' } }) })];
  const kinds = diffStackLocks(before.bytes, after.bytes).changes.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(['REPINNED']));
  expect(after.lock.corridors[0]?.corridor_agreement_set_sha256).not.toBe(before.lock.corridors[0]?.corridor_agreement_set_sha256);
});
