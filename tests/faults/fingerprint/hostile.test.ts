/** A file that means harm costs its own record, which says why; all others are judged as if it were not there. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLinux, scratchFolder, sh } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';
import { ENDLESS, greedyJson, HOSTILE, workbook, workbookOfErrors } from './hostile-files.ts';

const folder = scratchFolder();
const ALL = ['csv', 'json', 'jsonl', 'markdown', 'text', 'html', 'xlsx', 'parquet', 'pdf'].map((format) => `--fp ${format}.v0`).join(' ');

interface Fingerprinted {
  readonly relative_path: string;
  readonly _skipped?: boolean;
  readonly _warnings?: readonly { readonly code: string; readonly message: string }[];
  readonly fingerprint: { readonly matched: boolean; readonly content_hash: string | null; readonly reason: string | null } | null;
}

function put(into: string, files: Readonly<Record<string, Uint8Array | string>>): void {
  fs.mkdirSync(join(folder, into), { recursive: true });
  for (const [name, bytes] of Object.entries(files)) fs.writeFileSync(join(folder, into, name), bytes);
}

async function fingerprint(
  place: string,
  flags: string,
  kept = '/dev/null',
): Promise<{ readonly exit: number | null; readonly records: readonly Fingerprinted[]; readonly err: string }> {
  await runInProcess(folder, `vacuum ${place} | hashbytes > hashed.jsonl`);
  const { exit, out, err } = sh(folder, `set -o pipefail; fingerprint hashed.jsonl ${flags} | tee ${kept}`);
  const lines = out.split('\n').filter((line) => line !== '');
  return { exit, records: lines.map((line) => JSON.parse(line) as Fingerprinted), err };
}

/** On a busy machine a good file may take more than a second too: then again, with more time. */
async function inGoodTime<T>(
  run: (seconds: number) => Promise<T>,
  hadTime: (result: T) => boolean,
): Promise<{ result: T; seconds: number }> {
  for (let seconds = 1; ; seconds *= 4) {
    const result = await run(seconds);
    if (hadTime(result) || seconds > 60) return { result, seconds };
  }
}

describe.skipIf(!isLinux)('a folder of hostile files', () => {
  beforeAll(() => {
    put('hostile', Object.fromEntries(Object.entries(HOSTILE).map(([name, { make }]) => [name, make()])));
    put('hostile', { 'a-good.csv': 'a,b\n1,2\n', 'z-good.json': '[1]', 'good.xlsx': workbook() });
  });

  it('is gone through to its end; each costs its own record and says why', async () => {
    const { exit, records } = await fingerprint('hostile', `${ALL} --jobs 1`, 'one.jsonl');
    expect(exit).toBe(1);
    expect(records.map((record) => record.relative_path)).toEqual(
      [...Object.keys(HOSTILE), 'a-good.csv', 'good.xlsx', 'z-good.json'].sort(),
    );
    for (const { relative_path, _skipped, _warnings, fingerprint: found } of records) {
      const hostile = HOSTILE[relative_path];
      if (hostile === undefined) expect([relative_path, _skipped, found?.matched]).toEqual([relative_path, undefined, true]);
      else {
        expect([relative_path, _skipped, found, _warnings?.length, _warnings?.[0]?.code]).toEqual([
          relative_path,
          true,
          null,
          1,
          'E_PARSE',
        ]);
        expect(`${relative_path}: ${_warnings?.[0]?.message}`).toMatch(hostile.reason);
      }
    }
  });

  it('gives the same bytes for any number of jobs, and a lock that lists what was skipped', () => {
    const { exit, out } = sh(folder, `fingerprint hashed.jsonl ${ALL} --jobs 5 2> /dev/null | tee five.jsonl | lock`);
    expect(fs.readFileSync(join(folder, 'five.jsonl')).equals(fs.readFileSync(join(folder, 'one.jsonl')))).toBe(true);
    const { member_count, skipped_count } = JSON.parse(out);
    expect([exit, member_count, skipped_count]).toEqual([1, 3, Object.keys(HOSTILE).length]);
  });
});

describe.skipIf(!isLinux)('a file that never has enough', () => {
  beforeAll(() => {
    put('insatiable', Object.fromEntries(Object.entries(ENDLESS).map(([name, make]) => [name, make()])));
    put('insatiable', { 'a-good.csv': 'a,b\n1,2\n', 'z-good.csv': 'a,b\n1,2\n' });
    put('greedy', { 'lists.json': greedyJson(), 'z-good.csv': 'a,b\n1,2\n' });
  });

  it('is ended when its time is over, and the run goes on', async () => {
    const { result, seconds } = await inGoodTime(
      (limit) => fingerprint('insatiable', `${ALL} --timeout ${limit}`),
      ({ records }) => records.filter(({ fingerprint: found }) => found !== null).length === 2,
    );
    const { exit, records } = result;
    expect(exit).toBe(1);
    expect(records.map((record) => [record.relative_path, record._warnings?.[0]?.message.replace(/^Cannot parse [A-Z]+: /, '')])).toEqual([
      ['a-good.csv', undefined],
      ...Object.keys(ENDLESS).map((name) => [name, `took longer than ${seconds} s`]),
      ['z-good.csv', undefined],
    ]);
  });

  it('is refused when it holds too many values, and the run goes on', async () => {
    const { exit, records } = await fingerprint('greedy', `${ALL} --timeout 90`);
    expect(exit).toBe(1);
    expect(records.map((record) => record._warnings?.[0]?.message)).toEqual(['Cannot parse JSON: more than 16777216 values', undefined]);
  });

  it('is ended also where it is no object that grows, but what a stream unpacks to', async () => {
    put('stream', { 'flate.pdf': fs.readFileSync(join(folder, 'insatiable/flate.pdf')), 'z-good.csv': 'a,b\n1,2\n' });
    const { exit, records } = await fingerprint('stream', `${ALL} --jobs 1 --timeout 90`);
    expect(exit).toBe(1);
    expect(records.map((record) => record._warnings?.[0]?.message)).toEqual([
      'Cannot parse PDF: needed more than 1024 MiB of memory',
      undefined,
    ]);
  });

  it('stops neither fingerprint test nor lock verify --content', async () => {
    fs.writeFileSync(
      join(folder, 'any.fp.yaml'),
      "fingerprint_id: any.v1\nformat: html\nassertions:\n  - filename_regex: { pattern: '.' }\n",
    );
    const { exit, out } = sh(folder, 'fingerprint test any.fp.yaml insatiable/tags.html --timeout 1');
    expect([exit, out]).toEqual([1, '✗ insatiable/tags.html — not judged: took longer than 1 s\n']);
    put('later', { 'page.html': '<h1>Rent</h1>', 'z.html': '<h1>Roll</h1>' });
    await runInProcess(folder, 'vacuum later | hashbytes | fingerprint --fp html.v0 | lock --output later.lock.json');
    fs.copyFileSync(join(folder, 'insatiable/tags.html'), join(folder, 'later/page.html'));
    const { result, seconds } = await inGoodTime(
      async (limit) => sh(folder, `lock verify later.lock.json --root later --content --timeout ${limit} --json`),
      (verified) => JSON.parse(verified.out).content.verified === 1,
    );
    const skips = [{ path: 'page.html', reason: 'PARSE_ERROR', detail: `took longer than ${seconds} s` }];
    expect([result.exit, JSON.parse(result.out).content]).toMatchObject([1, { verified: 1, skips }]);
  });
});

describe.skipIf(!isLinux)('formulas that came to nothing', () => {
  it('are values: a workbook with errors is read, and an error that becomes a number is seen', async () => {
    put('errors', { 'errors.xlsx': workbookOfErrors() });
    fs.writeFileSync(
      join(folder, 'errors.fp.yaml'),
      "fingerprint_id: errors.v1\nformat: xlsx\nassertions:\n  - cell_eq: { cell: A2, value: '#DIV/0!' }\n  - cell_eq: { cell: B2, value: '#REF!' }\n",
    );
    expect(await fingerprint('errors', '--definitions errors.fp.yaml --fp errors.v1')).toMatchObject({
      exit: 0,
      records: [{ fingerprint: { matched: true } }],
    });
  });
});

describe.skipIf(!isLinux)('a pattern that would take for ever by backtracking', () => {
  it('is matched in time that grows with the text alone', async () => {
    put('regex', { 'x.txt': `${'x'.repeat(50_000)}\n`, 'x.csv': `${'x'.repeat(5000)},1\n`.repeat(100) });
    for (const [format, assertion] of [
      ['text', 'text_regex: { pattern: "(x+x+)+y" }'],
      ['csv', 'column_search: { column: A, row_range: "1:100", pattern: "^(x|x|xx)*y$" }'],
    ])
      fs.writeFileSync(
        join(folder, `${format}.fp.yaml`),
        `fingerprint_id: ${format}.slow\nformat: ${format}\nassertions:\n  - ${assertion}\n`,
      );
    const { exit, records } = await fingerprint(
      'regex',
      '--definitions text.fp.yaml --definitions csv.fp.yaml --fp text.slow --fp csv.slow',
    );
    expect(exit).toBe(1);
    expect(records.map((record) => record.fingerprint?.matched)).toEqual([false, false]);
  });
});

describe.skipIf(!isLinux)('a definition that means harm', () => {
  it('blocks itself: neither --list nor a run with another fingerprint is held up', async () => {
    const pattern = (text: string): string =>
      `fingerprint_id: evil.v1\nformat: csv\nassertions:\n  - cell_regex: { cell: A1, pattern: '${text}' }\n`;
    put('definitions', {
      'deep.fp.yaml': '['.repeat(100_000),
      'nested.fp.yaml': `${'{a: '.repeat(5000)}1${'}'.repeat(5000)}`,
      'pattern.fp.yaml': pattern('((((a{30}){30}){30}){30}){30}'),
      'alternatives.fp.yaml': pattern('(a{1000}|b{1000}){1000}'),
      'latin.fp.yaml': Buffer.from('fingerprint_id: gr\xfc\xdfe', 'latin1'),
    });
    put('one', { 'a.csv': 'a,b\n' });
    sh(folder, 'cd definitions; mkfifo pipe.fp.yaml; ln -s /dev/zero zero.fp.yaml; mkdir folder.fp.yaml; truncate -s 3G long.fp.yaml');
    const env = { FINGERPRINT_DEFINITIONS: join(folder, 'definitions'), FINGERPRINT_TRUST: 'installed:*' };
    const { exit, out, err } = sh(folder, 'fingerprint --list', env);
    const blocked = out.split('\n').filter((line) => line.includes(' broken: '));
    expect([exit, err, blocked.length, out.includes('csv.v0 (csv)')]).toEqual([0, '', 9, true]);
    await runInProcess(folder, 'vacuum one | hashbytes > one.jsonl');
    expect(sh(folder, 'fingerprint one.jsonl --fp csv.v0 > /dev/null', env)).toMatchObject({ exit: 0, err: '' });
  });
});
