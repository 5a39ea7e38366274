/**
 * Every place of a lock changed, one at a time, in every way that leaves it readable: a verdict is OK only if it says of that place that
 * nothing was looked up there. From the tree and from a store.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#core/refusal';
import { putPinned } from '#stack/ops/artifacts/put-pinned';
import { openArtifactStore } from '#stack/ops/artifacts/store';
import { parseLockFile } from '#stack/ops/lock-file';
import { verifyOutcome } from '#stack/verify/report';
import { isMany } from '../helpers/trials.ts';
import { LOCK, lockZone, signedZones, verifyZone } from './signed-zone.ts';

/** Changed by hand. */
type Document = ReturnType<typeof JSON.parse>;
type Steps = readonly (string | number)[];

interface Change {
  readonly what: string;
  readonly at: Steps;
  readonly document: Document;
}

/** Aliases, hints, what the original leaves out; what only the tree could tell. */
const MAY_BE_ABSENT = {
  tree: /\/(?:manifest_sha256|module_manifest_sha256|uri|corridor_activation_blockers)$/,
  store:
    /\/(?:manifest_sha256|module_manifest_sha256|uri|corridor_activation_blockers|lawpack_lock_path|lawpack_lock_sha256|lawpack_artifact_path|patches)$/,
};
/** A section as a whole, and the names of its entries. */
const IS_ORDER = /^\w+$|^\w+\/\d+\/(?:module_id|corridor_id|jurisdiction_id|domain)$/;

const zones = signedZones('stack-review-forged');
let store = '';

beforeAll(async () => {
  store = join(zones.scratch, 'store');
  const document = JSON.parse(readFileSync(join(zones.whole, LOCK), 'utf8'));
  const opened = openArtifactStore([{ path: store, shown: store }]);
  await putPinned(opened, { document, root: zones.whole, shown: '.' }, { prefix: 'msez', sync: false });
});

function* placesIn(value: Document, at: Steps = []): Generator<Steps> {
  yield at;
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) yield* placesIn(value[key], [...at, Array.isArray(value) ? Number(key) : key]);
}

const otherText = (text: string): readonly string[] => {
  const last = text.at(-1);
  return [`${text}x`, `${text.slice(0, -1)}${last === '0' ? '1' : '0'}`, `${text} `];
};

function others(value: Document): readonly Document[] {
  if (typeof value === 'string') return otherText(value);
  if (typeof value === 'number') return [value + 1, String(value)];
  if (typeof value === 'boolean') return [!value];
  if (Array.isArray(value)) return [value.toReversed(), value.slice(1), [...value, ...value.slice(0, 1)], []];
  return [{ ...value, extra: 1 }, {}];
}

function* changesOf(document: Document): Generator<Change> {
  let turn = 0;
  for (const at of placesIn(document)) {
    if (at.length === 0) continue;
    turn++;
    const copy = (edit: (parent: Document, key: string | number) => void): Document => {
      const changed = structuredClone(document);
      edit(
        at.slice(0, -1).reduce<Document>((inner, key) => inner[key], changed),
        at.at(-1) as string | number,
      );
      return changed;
    };
    const value = at.reduce<Document>((inner, key) => inner[key], document);
    const different = others(value).filter((other) => JSON.stringify(other) !== JSON.stringify(value));
    // Of the ways to change a place one, another one at the next place; with many trials all.
    for (const other of isMany ? different : different.slice(turn % different.length, (turn % different.length) + 1)) {
      yield { what: JSON.stringify(other), at, document: copy((parent, key) => (parent[key] = other)) };
    }
    if (typeof at.at(-1) === 'string') yield { what: 'gone', at, document: copy((parent, key) => delete parent[key]) };
  }
}

interface Heard {
  readonly isOk: boolean;
  /** The fields that the verdict says were not looked at, and the sections of which it does not know what they should hold. */
  readonly open: readonly string[];
  readonly openSections: readonly string[];
}

async function verdictOn(document: Document, evidence: 'tree' | 'store'): Promise<Heard> {
  try {
    const lock = parseLockFile(Buffer.from(JSON.stringify(document)), LOCK);
    const from = evidence === 'tree' ? null : openArtifactStore([{ path: store, shown: store }]);
    const verdict = await verifyZone(zones.whole, { lock, store: from });
    const unchecked = [...verdict.judged.notChecked, ...verdict.notLookedUp];
    const open = unchecked.map(({ field }) => field);
    const openSections = unchecked.flatMap(({ section, field }) => (field === 'order' ? section : []));
    return { isOk: verifyOutcome(verdict) === 'STACK_OK', open, openSections };
  } catch (error) {
    if (error instanceof Refusal) return { isOk: false, open: [], openSections: [] };
    throw error;
  }
}

/** Those that passed, though nothing says that the place was left out. */
async function passedBy(document: Document, evidence: 'tree' | 'store'): Promise<readonly string[]> {
  const passed: string[] = [];
  for (const { what, at, document: changed } of changesOf(document)) {
    const { isOk, open, openSections } = await verdictOn(changed, evidence);
    const path = at.join('/');
    const isTold =
      open.some((field) => at.some((step) => field === step || field.startsWith(`${step}.`) || field.startsWith(`${step}[`))) ||
      (IS_ORDER.test(path) && openSections.includes(String(at[0]))) ||
      (what.includes('"extra":1') && open.some((field) => field === 'extra' || field.endsWith('.extra')));
    const isFree = what === 'gone' && MAY_BE_ABSENT[evidence].test(path);
    if (isOk && !isTold && !isFree) passed.push(`${path} ${what}`);
  }
  return passed;
}

describe.each(['tree', 'store'] as const)('stack verify from a %s', (evidence) => {
  test('passes no lock of which any place was changed', async () => {
    const document = JSON.parse(readFileSync(join(zones.whole, LOCK), 'utf8'));
    expect(await verdictOn(document, evidence)).toMatchObject({ isOk: true });
    expect(await passedBy(document, evidence)).toEqual([]);
  });

  test('passes no lock with references of which any place was changed', async () => {
    const folder = join(zones.scratch, `references-${evidence}`);
    cpSync(zones.whole, folder, { recursive: true });
    await lockZone(folder, { emitArtifactRefs: true });
    const document = JSON.parse(readFileSync(join(folder, LOCK), 'utf8'));
    expect(await verdictOn(document, evidence)).toMatchObject({ isOk: true });
    expect(await passedBy(document, evidence)).toEqual([]);
  });
});
