import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { BUILT_INS } from '../builtin/builtin.ts';
import { fingerprintRecords } from './records.ts';

const cwd = scratchFolder('fingerprint-records');
const csv = BUILT_INS.filter(({ id }) => id === 'csv.v0');

function recordOf(name: string, content: string): string {
  writeFileSync(join(cwd, name), content);
  const hash = createHash('sha256').update(content).digest('hex');
  return JSON.stringify({ version: 'hash.v0', path: name, size: Buffer.byteLength(content), bytes_hash: `sha256:${hash}` });
}

async function told(lines: readonly string[], threads = 2) {
  const out: string[] = [];
  const options = { asked: csv, cwd, version: '0.1.0', at: 0, diagnose: false, threads };
  const source = memorySource(encodeUtf8(lines.map((line) => `${line}\n`).join('')));
  const result = await fingerprintRecords(source, options, (line) => out.push(line)).catch((error: unknown) => error);
  return { records: out.map((line) => JSON.parse(line)), result };
}

const SKIPPED = '{"version":"hash.v0","path":"x","_skipped":true}';

describe('fingerprintRecords', () => {
  it.each([1, 3])('fingerprintRecords keeps the order among files, others and skips with %s threads', async (threads) => {
    const lines = Array.from({ length: 300 }, (_, i) => {
      if (i % 7 === 0) return SKIPPED;
      // Every third file needs a parser; the others are judged without a thread.
      return recordOf(i % 5 === 0 ? `${i}.png` : `${i}.csv`, `n${i % 3 === 0 ? ' "of it"' : ''}\n${i}\n`);
    });
    const { records, result } = await told(lines, threads);
    expect(result).toEqual({ isAllMatched: false });
    expect(records.map(({ path }) => path)).toEqual(lines.map((line) => JSON.parse(line).path));
    expect(records.map(({ fingerprint }) => fingerprint?.matched ?? null)).toEqual(
      lines.map((_, i) => (i % 7 === 0 || i % 5 === 0 ? null : true)),
    );
  });

  it('fingerprintRecords ignores records that were skipped upstream in its outcome', async () => {
    expect((await told([SKIPPED, recordOf('good.csv', 'a\n')])).result).toEqual({ isAllMatched: true });
    expect((await told([recordOf('good.png', 'a\n')])).result).toEqual({ isAllMatched: false });
    expect((await told([])).result).toEqual({ isAllMatched: true });
  });

  it('fingerprintRecords reports the line of a refusal, and passes on all records before a late one', async () => {
    const early = await told([SKIPPED, '']);
    expect(early.records).toEqual([]);
    expect(early.result).toMatchObject({ code: 'E_BAD_INPUT', detail: { line: 2 } });
    const late = await told([...Array.from({ length: 5000 }, () => SKIPPED), 'nonsense', SKIPPED]);
    expect(late.records.length).toBe(5000);
    expect(late.result).toMatchObject({ code: 'E_BAD_INPUT', detail: { line: 5001 } });
  });

  it('fingerprintRecords passes on more records than its queue can hold', async () => {
    const wide = JSON.stringify({ ...JSON.parse(recordOf('wide.csv', 'a\n')), note: 'x'.repeat(1 << 20) });
    const { records, result } = await told(Array.from({ length: 40 }, () => wide));
    expect(result).toEqual({ isAllMatched: true });
    expect(records.length).toBe(40);
  });

  it('fingerprintRecords skips a file whose hash has changed, however it parses', async () => {
    const same = recordOf('same.csv', 'a\n1\n');
    writeFileSync(join(cwd, 'same.csv'), 'a\n2\n');
    const { records, result } = await told([same]);
    expect(result).toEqual({ isAllMatched: false });
    expect(records[0]).toMatchObject({ _skipped: true, fingerprint: null, _warnings: [{ code: 'E_IO' }] });
    expect(records[0]._warnings[0].detail.error).toMatch(/^CHANGED_SINCE_HASH: expected sha256:/);
    const long = recordOf('long.csv', 'a,b\n'.repeat(50_000));
    writeFileSync(join(cwd, 'long.csv'), `"${'a,b\n'.repeat(50_000).slice(1)}`);
    expect((await told([long])).records[0]._warnings[0].code).toBe('E_IO');
  });
});
