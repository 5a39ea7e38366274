/** Every kind of the table keeps the contract: one suite over every sample, and a sample of every outcome for every kind. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseJson } from '#core/json/read';
import { formatSpine } from '#core/json/write';
import { KINDS } from '#evidence/kinds';
import type { Asked } from '#evidence/ops/asked';
import { type FoundEvidence, findEvidence } from '#evidence/ops/find';
import { lentPool } from '#evidence/ops/lent-pool';
import { kindOps } from '#evidence/ops/table';
import { judgeEvidence } from '#evidence/ops/verify';
import { emitVerdict, type Verdict } from '#evidence/verdict';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { compile } from '../schemas/published-schema.ts';
import { SAMPLES, type Sample } from './samples.ts';

const scratch = scratchFolder('evidence');
const holds = compile('verdict.v0.json');
let count = 0;
/** One for all samples, so that a refused pack must not spoil the next one. */
const pools = lentPool();
afterAll(() => pools.close());

function askedIn(folder: string, sample: Sample, changes: Partial<Asked> = {}): Asked {
  const env = { HOME: folder, ...sample.env?.(folder) };
  const root = sample.root === undefined ? null : { given: sample.root, path: join(folder, sample.root) };
  return { root, selfOnly: false, threads: 1, pools, watch: undefined, env, cwd: folder, plainHttp: false, caFile: undefined, ...changes };
}

async function laidOut(sample: Sample): Promise<{ folder: string; found: FoundEvidence }> {
  const folder = join(scratch, String(count++));
  mkdirSync(folder);
  const given = await sample.make(folder);
  const { found } = await findEvidence({ given, path: join(folder, given) }, { depth: null });
  expect(found).toHaveLength(1);
  return { folder, found: found[0] as FoundEvidence };
}

function textOf(verdict: Verdict): string {
  const parts: Uint8Array[] = [];
  emitVerdict(verdict, (bytes) => parts.push(bytes));
  return Buffer.concat(parts).toString();
}

interface Document {
  readonly coverage: Readonly<Record<'expected' | 'verified' | 'failed' | 'skipped' | 'not_selected' | 'extra', number>>;
  readonly findings: readonly object[];
  readonly not_checked: readonly object[];
  readonly report: object | null;
}

it.each(KINDS)('the kind $name has a sample of each of its outcomes', ({ name, outcomes }) => {
  const sampled = new Set(SAMPLES.filter(({ kind }) => kind === name).map(({ outcome }) => outcome));
  expect([...sampled].sort()).toEqual([...outcomes].sort());
});

describe.each(SAMPLES)('$kind $title', (sample) => {
  it(`is recognised as one kind, and judged ${sample.outcome} in the common form`, async () => {
    const { folder, found } = await laidOut(sample);
    expect(found.kind).toBe(sample.kind);
    sample.spoil?.(folder);
    const verdict = await judgeEvidence(found, askedIn(folder, sample));
    const text = textOf(verdict);
    const document = JSON.parse(text) as Document;
    expect([verdict.outcome, document.findings]).toEqual([sample.outcome, document.findings]);
    expect([holds(document), holds.errors]).toEqual([true, null]);
    expect(formatSpine(parseJson(Buffer.from(text)))).toBe(text);
    const { expected, verified, failed, skipped, not_selected } = document.coverage;
    expect(expected).toBe(verified + failed + skipped + not_selected);
    expect(document.findings).toHaveLength(verdict.findings.count);
    // The list can be read again.
    expect([...verdict.findings]).toEqual([...verdict.findings]);
    if (sample.outcome === 'PARTIAL') expect(document.not_checked).not.toEqual([]);
    if (sample.outcome === 'OK') expect(verified).toBeGreaterThan(0);
  });

  if (sample.outcome === 'REFUSED') return;

  it('has the id and the digest that it is known by, and names the members that it expects', async () => {
    const { folder, found } = await laidOut(sample);
    const asked = askedIn(folder, sample);
    const verdict = await judgeEvidence(found, asked);
    const described = await (await kindOps(sample.kind)).describe(found.place, asked);
    expect([described.id, described.digest]).toEqual([verdict.id, sample.kind === 'pack-archive' ? described.digest : verdict.digest]);
    const document = sample.document === undefined ? found.place.path : sample.document && join(folder, sample.document);
    expect(verdict.digest).toBe(document && `sha256:${createHash('sha256').update(readFileSync(document)).digest('hex')}`);
    const members = [...described.members];
    expect(members).toHaveLength(described.memberCount);
    if (sample.kind !== 'pack-store') expect(described.memberCount).toBe(verdict.coverage.expected);
  });

  it('verifies nothing that was not read', async () => {
    const { folder, found } = await laidOut(sample);
    const { coverage, outcome } = await judgeEvidence(found, askedIn(folder, sample, { selfOnly: true, root: null }));
    const readsMembers = ['pack', 'pack-archive', 'pack-store', 'snapshot', 'ledger'].includes(sample.kind);
    if (!readsMembers) expect(coverage.verified).toBe(0);
    if (!readsMembers && outcome === 'OK') expect(coverage.not_selected).toBe(coverage.expected);
  });
});
