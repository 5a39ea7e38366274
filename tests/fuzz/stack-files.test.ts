/**
 * A stack whose files were damaged anyhow: a lock is made or refused, nothing else happens; a corridor of which a file was damaged is not
 * active unless the file says the same. And a lock that was damaged anyhow is never held for sound, unless it says the same.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { JsonError, parseJson } from '#core/json/read';
import { formatJcs } from '#core/json/write';
import { Refusal } from '#core/refusal';
import type { StackLock } from '#stack/document';
import { parseLockFile } from '#stack/ops/lock-file';
import { verifyStack } from '#stack/ops/verify';
import { stackRefusals } from '#stack/refusals';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { LONG_TIMEOUT, runs, trials } from '../helpers/trials.ts';
import { ARCHIVE_PLACE, CORRIDOR_FOLDER, LOCK, lockZone, signedZone } from '../stack/signed-zone.ts';
import { ZONE } from '../stack/small-zone.ts';
import { dice } from './helpers/dice.ts';
import { mutated } from './helpers/mutation.ts';

const folder = join(scratchFolder('stack-files'), 'tree');
const codes = new Set(stackRefusals.map(({ code }) => code));

const bound = ['corridor.yaml', 'trust-anchors.yaml', 'key-rotation.yaml'].map((name) => `${CORRIDOR_FOLDER}/${name}`);
const credentials = ['corridor.vc.json', 'agreement.0.vc.json', 'agreement.1.vc.json'].map((name) => `${CORRIDOR_FOLDER}/${name}`);
const others = [
  ZONE,
  'profiles/fin/profile.yaml',
  'modules/aml/module.yaml',
  `${CORRIDOR_FOLDER}/module.yaml`,
  'modules/legal/jurisdictions/ex/north/civil/lawpack.lock.json',
  'zones/one/overlays/aml.patch',
  ARCHIVE_PLACE,
];
let whole: StackLock;

beforeAll(async () => {
  mkdirSync(folder);
  signedZone(folder);
  whole = (await lockZone(folder)).lock;
});

interface Damaged {
  /** Null where that is refused. */
  readonly lock: StackLock | null;
  readonly before: Buffer;
  readonly after: Uint8Array;
}

/** The lock of the tree with one file damaged; `meanwhile` is asked while it is. */
async function lockWith(
  path: string,
  seed: number,
  meanwhile: (lock: StackLock | null) => Promise<void> = async () => {},
): Promise<Damaged> {
  const place = join(folder, path);
  const before = readFileSync(place);
  const after = mutated(before, dice(seed));
  writeFileSync(place, after);
  try {
    const lock = await orNull(async () => (await lockZone(folder, { out: join(folder, 'new.lock'), isTimeAsked: true })).lock);
    await meanwhile(lock);
    return { lock, before, after };
  } finally {
    writeFileSync(place, before);
  }
}

/** Null where it is refused, with a code that is known. */
async function orNull<T>(act: () => Promise<T>): Promise<T | null> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(codes).toContain(error.code);
    return null;
  }
}

/** What a credential says, but for the time of its proofs, which those of this type do not cover. */
function said(bytes: Uint8Array): string | null {
  try {
    const { proof, ...document } = JSON.parse(formatJcs(parseJson(bytes)));
    const proofs = [proof].flat().map((each) => (typeof each === 'object' ? { ...each, created: '' } : each));
    return JSON.stringify([document, proofs]);
  } catch (error) {
    if (error instanceof JsonError || error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

describe('stack lock of a damaged tree', () => {
  test('starts from one that is active', () => expect(whole.corridors[0]?.corridor_activated).toBe(true));

  test('never shows a corridor as active whose bound files are others', LONG_TIMEOUT, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bound), fc.nat(), async (path, seed) => {
        const { lock, before, after } = await lockWith(path, seed);
        fc.pre(!before.equals(after));
        expect(lock?.corridors[0]?.corridor_activated ?? false).toBe(false);
      }),
      runs(300),
    );
  });

  test('never shows a corridor as active whose credentials say something else', LONG_TIMEOUT, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...credentials), fc.nat(), async (path, seed) => {
        const { lock, before, after } = await lockWith(path, seed);
        if (lock?.corridors[0]?.corridor_activated === true) expect(said(after)).toBe(said(before));
      }),
      runs(300),
    );
  });

  test('is made or refused, whatever else was damaged', LONG_TIMEOUT, async () => {
    const ends = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...others), fc.nat(), async (path, seed) => {
        const { lock } = await lockWith(path, seed);
        ends.add(lock === null);
      }),
      runs(400),
    );
    expect(ends).toEqual(new Set([true, false]));
  });
});

const asked = { given: LOCK, root: '.', zone: ZONE, store: null, prefix: 'msez', at: null, required: null } as const;

describe('stack verify of a damaged tree', () => {
  const findings = async (): Promise<number> => {
    const lock = parseLockFile(readFileSync(join(folder, LOCK)), LOCK);
    return (await verifyStack({ ...asked, cwd: folder, lock })).verdict.judged.findings.length;
  };

  test('is sound exactly where the tree still gives the same lock', LONG_TIMEOUT, async () => {
    const ends = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bound, ...credentials, ...others), fc.nat(), async (path, seed) => {
        await lockWith(path, seed, async (lock) => {
          const isSame = lock !== null && formatJcs(lock as never) === formatJcs(whole as never);
          expect((await orNull(findings)) === 0).toBe(isSame);
          ends.add(isSame);
        });
      }),
      { numRuns: trials(167, 5000) },
    );
    expect(ends).toEqual(new Set([true, false]));
  });
});

describe('stack verify of a damaged lock', () => {
  /** The time is taken as it is written, what is not known here is not judged, and no blockers may be written as none at all. */
  const claims = (bytes: Uint8Array): string => {
    const { lock } = parseLockFile(bytes, LOCK);
    const corridors = lock.corridors.map((corridor) => ({ corridor_activation_blockers: [], ...corridor }));
    return formatJcs({ ...lock, corridors, generated_at: '' } as never);
  };

  test('is sound only where the lock claims the same', LONG_TIMEOUT, async () => {
    const before = readFileSync(join(folder, LOCK));
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const after = mutated(before, dice(seed));
        await orNull(async () => {
          const { verdict } = await verifyStack({ ...asked, cwd: folder, lock: parseLockFile(after, LOCK) });
          if (verdict.judged.findings.length === 0) expect(claims(after)).toBe(claims(before));
        });
      }),
      runs(500),
    );
  });
});
