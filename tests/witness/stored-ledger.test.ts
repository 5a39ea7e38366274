/** What a store has of a ledger: parts that are missing, contradict each other, or are of another ledger are never taken for it. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { newHasher } from '#hashing/hashers';
import { formatRecord } from '#witness/document';
import { formatSegment, maxDocumentLength, parseSegment, parseSegmentName, type SegmentName, segmentName } from '#witness/segment';
import { pullWitness, pushWitness } from '../../src/library/witness-store.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { sampleChain, sampleRecords } from './sample-ledger.ts';

const folder = scratchFolder('stored-ledger');
const file = join(folder, 'w.jsonl');
const store = `file:${folder}/store`;
const out = join(folder, 'out.jsonl');
const sha256 = (bytes: Uint8Array | string): Digest => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const LINES = sampleChain(3).map((line) => `${line}\n`);
const LEDGER = Buffer.from(LINES.join(''));
const ID = sha256(LINES[0] as string);
const [FIRST, SECOND] = [Buffer.byteLength(LINES[0] as string), Buffer.byteLength(LINES.slice(0, 2).join(''))];

interface Part {
  readonly start: number;
  readonly end: number;
  readonly ledger?: Digest;
  readonly bytes?: Uint8Array;
  readonly prefix?: Digest;
}

/** As it is in the store: a name, and a document. */
function partOf({ start, end, ledger = ID, bytes = LEDGER.subarray(start, end), prefix = sha256(LEDGER.subarray(0, end)) }: Part) {
  const digest = sha256(bytes);
  const name = segmentName({ ledger, start, end }, digest);
  return { name, digest, document: formatSegment({ ledger, start, end, prefix, bytes }, digest) };
}

function put(...parts: readonly Part[]): void {
  fs.mkdirSync(join(folder, 'store/ledgers'), { recursive: true });
  for (const { name, document } of parts.map(partOf)) fs.writeFileSync(join(folder, 'store/ledgers', name), document);
}

const pull = () => pullWitness({ store, file: out, ledger: ID, sync: false });
const push = () => pushWitness({ store, file, ledger: ID, sync: false });

beforeEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(file, LEDGER);
});

it('pullWitness() joins parts, also those that overlap', async () => {
  put({ start: 0, end: FIRST }, { start: 0, end: SECOND }, { start: FIRST, end: LEDGER.length });
  expect(await pull()).toMatchObject({ records: 3, findings: 0 });
  expect(fs.readFileSync(out)).toEqual(LEDGER);
});

const OTHER = Buffer.from((LINES[1] as string).replace('LOCK_CREATED', 'LOCK_CHANGED'));
describe.each<[string, readonly Part[], string, string]>([
  [
    'a part is missing',
    [
      { start: 0, end: FIRST },
      { start: SECOND, end: LEDGER.length },
    ],
    'E_BAD_STORE',
    `the bytes ${FIRST} to ${SECOND} of the ledger are missing`,
  ],
  [
    'parts with other lines of the same place',
    [
      { start: 0, end: SECOND },
      { start: FIRST, end: SECOND, bytes: OTHER },
    ],
    'E_DIVERGED',
    'two versions',
  ],
  [
    'a part that follows another beginning',
    [
      { start: 0, end: FIRST },
      { start: FIRST, end: LEDGER.length, prefix: sha256('other') },
    ],
    'E_DIVERGED',
    'two versions',
  ],
  [
    'a part within another that states another beginning',
    [
      { start: 0, end: LEDGER.length },
      { start: FIRST, end: SECOND, prefix: sha256('other') },
    ],
    'E_DIVERGED',
    'two versions',
  ],
])('pullWitness() of %s', (_, parts, code, found) => {
  it('is refused, and writes nothing', async () => {
    put(...parts);
    await expect(pull()).toRefuse(code, code === 'E_DIVERGED' ? { error: found } : { found });
    expect(fs.existsSync(out)).toBe(false);
  });
});

it('pullWitness() refuses a ledger whose first line is another than its name says', async () => {
  const bytes = Buffer.from(LINES[1] as string);
  put({ start: 0, end: bytes.length, bytes, prefix: sha256(bytes) });
  await expect(pull()).toRefuse('E_BAD_STORE', { found: 'a ledger with another first line' });
});

it('pushWitness() refuses a store whose last part has the same lines after another beginning', async () => {
  put({ start: 0, end: FIRST }, { start: FIRST, end: SECOND, prefix: sha256('other') });
  await expect(push()).toRefuse('E_DIVERGED', { error: 'rewritten' });
});

it('pushWitness() sends what lies between parts and behind them', async () => {
  put({ start: FIRST, end: SECOND });
  expect(await push()).toMatchObject({ records: 3, sent: { records: 2 } });
  expect(await pull()).toMatchObject({ records: 3, findings: 0 });
});

it('pushWitness() refuses lines that were rewritten with valid ids', async () => {
  put({ start: 0, end: LEDGER.length });
  const rewritten = sampleRecords(3, (number) => (number === 3 ? { outcome: 'LOCK_PARTIAL' } : {}));
  fs.writeFileSync(file, rewritten.map((record) => `${formatRecord(record)}\n`).join(''));
  await expect(push()).toRefuse('E_DIVERGED', { error: 'rewritten' });
});

describe('parseSegment()', () => {
  const parsed = (part: Part, change: (document: Buffer) => Buffer = (document) => document): unknown => {
    const { name, document } = partOf(part);
    return parseSegment(change(Buffer.from(document)), parseSegmentName(name) as SegmentName, newHasher);
  };

  it('reads whole lines', () => expect(parsed({ start: 0, end: FIRST })).toMatchObject({ ledger: ID, start: 0, end: FIRST }));

  it('refuses a part that ends within a line', () => expect(parsed({ start: 0, end: FIRST - 1 })).toBe('a part that ends within a line'));

  it('refuses a part without the hash of the ledger', () =>
    expect(parsed({ start: 0, end: FIRST, prefix: 'sha256:1' })).toBe('no hash of the ledger'));

  it('refuses other lines than its header states', () =>
    expect(
      parsed({ start: 0, end: FIRST }, (document) => Buffer.from(document.toString().replace('LOCK_CREATED', 'LOCK_CHANGED'))),
    ).toMatch(/^other bytes than it states: sha256:/));

  it('refuses fewer lines than its name says', () =>
    expect(parsed({ start: 0, end: FIRST }, (document) => document.subarray(0, -1))).toBe(
      `${FIRST - 1} bytes of lines instead of ${FIRST}`,
    ));

  it('refuses what has no header', () => {
    expect(parsed({ start: 0, end: FIRST }, () => Buffer.from('x'))).toBe('no part of a ledger');
    expect(parsed({ start: 0, end: FIRST }, () => Buffer.from('x\n'))).toBe('no part of a ledger');
    expect(parsed({ start: 0, end: FIRST }, () => Buffer.from('[]\n'))).toBe('no part of a ledger');
  });
});

it('parseSegmentName() refuses other names, and ranges that are none', () => {
  const { name } = partOf({ start: 0, end: FIRST });
  expect(parseSegmentName(name)).toMatchObject({ start: 0, end: FIRST });
  expect(maxDocumentLength(parseSegmentName(name) as SegmentName)).toBe(FIRST + 1024);
  const hex = (at: number): string => at.toString(16).padStart(16, '0');
  const named = (start: number, end: number): string => `${'a'.repeat(64)}-${hex(start)}-${hex(end)}-${'b'.repeat(16)}`;
  expect(parseSegmentName(named(1, 2))).not.toBeNull();
  for (const other of ['README', named(2, 2), named(3, 2), named(0, 2 ** 53), named(0, 2 ** 27)])
    expect(parseSegmentName(other)).toBeNull();
});
