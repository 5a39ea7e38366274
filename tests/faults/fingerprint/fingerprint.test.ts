/** What goes wrong around fingerprint: files that change, vanish or may not be read, readers that go away, signals, crowds, and length. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trials } from '../../helpers/trials.ts';
import { isLinux, pause, scratchFolder, sh, start } from '../program.ts';
import { unprivileged, whyPrivileged } from '../unprivileged.ts';

const folder = scratchFolder();
const at = (path: string): string => join(folder, path);
const CLOSED_PIPE = 141;
const COUNT = 1500;

interface Fingerprinted {
  readonly relative_path: string;
  readonly bytes_hash: string;
  readonly _warnings?: readonly { readonly code: string; readonly detail: { readonly error: string } }[];
  readonly fingerprint: { readonly content_hash: string | null } | null;
}

const recordsIn = (text: string): Fingerprinted[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Fingerprinted);

beforeAll(() => {
  fs.mkdirSync(at('many'));
  for (let i = 0; i < COUNT; i++) fs.writeFileSync(at(`many/${String(i).padStart(5, '0')}.csv`), `id,value\n${i},1\n`);
  expect(sh(folder, 'vacuum many | hashbytes > many.jsonl').err).toBe('');
});

describe.skipIf(!isLinux)('files that are not what was hashed', () => {
  it('never opens a pipe that is named as a definition, as its schema or as a sample', () => {
    fs.mkdirSync(at('pipes'));
    fs.writeFileSync(at('pipes/a.fp.yaml'), 'fingerprint_id: a.v1\nformat: json\nassertions:\n  - json_schema: { schema: true }\n');
    fs.writeFileSync(
      at('pipes/b.fp.yaml'),
      'fingerprint_id: b.v1\nformat: json\nassertions:\n  - json_schema: { schema_file: pipe.json }\n',
    );
    const script =
      'cd pipes; mkfifo pipe.json pipe.fp.yaml; fingerprint test a.fp.yaml pipe.json; fingerprint check b.fp.yaml; fingerprint check pipe.fp.yaml';
    const { out } = sh(folder, script);
    expect(out).toContain('pipe.json — not judged: Not a regular file');
    expect(out).toContain('cannot be read: not a regular file (assertions[0].json_schema.schema_file)');
    expect(out).toContain('E_IO');
  });

  it('are skipped: pipes, folders, links that lead nowhere, what is gone', () => {
    fs.mkdirSync(at('odd'));
    for (const name of ['pipe', 'folder', 'link', 'gone', 'good']) fs.writeFileSync(at(`odd/${name}.csv`), 'a,b\n1,2\n');
    sh(
      folder,
      'vacuum odd | hashbytes > odd.jsonl; cd odd; rm pipe.csv folder.csv link.csv gone.csv; mkfifo pipe.csv; mkdir folder.csv; ln -s nowhere link.csv',
    );
    const { exit, out } = sh(folder, 'fingerprint --fp csv.v0 odd.jsonl');
    expect(exit).toBe(1);
    expect(
      recordsIn(out).map((record) => [record.relative_path, record._warnings?.[0]?.code, record._warnings?.[0]?.detail.error]),
    ).toEqual([
      ['folder.csv', 'E_IO', 'Not a regular file'],
      ['gone.csv', 'E_IO', 'No such file or directory'],
      ['good.csv', undefined, undefined],
      ['link.csv', 'E_IO', 'No such file or directory'],
      ['pipe.csv', 'E_IO', 'Not a regular file'],
    ]);
  });

  it.skipIf(unprivileged === null)(`are skipped where they may not be read (${unprivileged ?? whyPrivileged})`, () => {
    fs.mkdirSync(at('closed'));
    fs.writeFileSync(at('closed/a.csv'), 'a,b\n');
    const { exit, out } = sh(
      folder,
      `vacuum closed | hashbytes > closed.jsonl; chmod 0 closed/a.csv; ${unprivileged} fingerprint --fp csv.v0 closed.jsonl`,
    );
    expect([exit, recordsIn(out)[0]?._warnings?.[0]?.detail.error]).toEqual([1, 'Permission denied']);
  });

  it('never lend their content to a record of other bytes, whenever they are replaced', async () => {
    const before = new Map(recordsIn(sh(folder, 'fingerprint --fp csv.v0 many.jsonl').out).map((record) => [record.relative_path, record]));
    expect(before.size).toBe(COUNT);
    const run = start(folder, ['fingerprint', '--fp', 'csv.v0', 'many.jsonl']);
    for (let i = COUNT - 1; i >= 0; i--) {
      fs.writeFileSync(at('other.csv'), `id,value\n${i},2\n`);
      fs.renameSync(at('other.csv'), at(`many/${String(i).padStart(5, '0')}.csv`));
      if (i % 50 === 0) await pause(1);
    }
    const { exit, out } = await run.ended;
    const after = recordsIn(out);
    const changed = after.filter((record) => record._warnings !== undefined);
    expect(changed.length).toBeGreaterThan(0);
    expect([exit, after.length]).toEqual([1, COUNT]);
    for (const { relative_path, bytes_hash, _warnings, fingerprint } of after) {
      expect(bytes_hash).toBe(before.get(relative_path)?.bytes_hash);
      if (_warnings === undefined) expect(fingerprint?.content_hash).toBe(before.get(relative_path)?.fingerprint?.content_hash);
      else expect(_warnings[0]?.detail.error).toMatch(/^CHANGED_SINCE_HASH|^CHANGED_DURING_READ/);
    }
    expect(sh(folder, 'vacuum many | hashbytes > many.jsonl').err).toBe('');
  });
});

describe.skipIf(!isLinux)('a reader that goes away', () => {
  it.each([
    'fingerprint --fp csv.v0 many.jsonl | head -1',
    'fingerprint --fp csv.v0 < many.jsonl | true',
    'vacuum many | fingerprint struct-check --rules r.sf.yaml | true',
  ])('%s: ends quietly', (line) => {
    const rules = Array.from({ length: 60 }, (_, i) => `  - { id: r${i}, group_by: "**", required: ["*.csv"] }`).join('\n');
    fs.writeFileSync(at('r.sf.yaml'), `rules:\n${rules}\n`);
    const { exit, err } = sh(
      folder,
      `${line} > /dev/null; exit $((\${PIPESTATUS[0]} > \${PIPESTATUS[1]} ? \${PIPESTATUS[0]} : \${PIPESTATUS[1]}))`,
    );
    expect([exit, err]).toEqual([CLOSED_PIPE, '']);
  });

  it('and a writer that dies leave a shorter stream, whose records are whole', () => {
    const { exit, out } = sh(folder, 'head -c 100000 many.jsonl | fingerprint --fp csv.v0');
    const lines = out.trim().split('\n');
    expect(exit).toBe(2);
    expect(JSON.parse(lines.at(-1) as string).refusal.code).toBe('E_BAD_INPUT');
  });
});

describe.skipIf(!isLinux)('a run that is killed', () => {
  it('leaves nothing behind, and the ledger whole', async () => {
    for (const delay of trials([0, 80, 200], [0, 60, 120, 200, 300])) {
      const run = start(folder, ['fingerprint', '--fp', 'csv.v0', 'many.jsonl']);
      await pause(delay);
      run.kill('SIGKILL');
      const { out } = await run.ended;
      for (const line of out.split('\n').slice(0, -1)) expect(() => JSON.parse(line) as unknown).not.toThrow();
    }
    expect(sh(folder, 'fingerprint --fp csv.v0 many.jsonl > /dev/null').exit).toBe(0);
    expect(sh(folder, 'custody witness verify').exit).toBe(0);
    expect(fs.readdirSync(folder).filter((name) => name.includes('staging'))).toEqual([]);
  });

  it('ends with a signal, its threads too', async () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const run = start(folder, ['fingerprint', '--fp', 'csv.v0', 'many.jsonl']);
      await pause(150);
      run.kill(signal);
      const { err } = await run.ended;
      expect(err).toBe('');
      expect(fs.existsSync(`/proc/${run.pid}`)).toBe(false);
    }
  });
});

const RUNS = trials(8, 64);

describe.skipIf(!isLinux)(`${RUNS} runs at once`, () => {
  it('all say the same, and leave one unbroken chain', () => {
    const head = 'head -40 many.jsonl > some.jsonl; mkdir -p outs';
    const { exit, out } = sh(
      folder,
      `${head}; seq ${RUNS} | xargs -P ${RUNS} -I{} bash -c 'fingerprint --fp csv.v0 some.jsonl > outs/{} || echo failed'; sha256sum outs/* | cut -d' ' -f1 | sort | uniq -c`,
    );
    expect(exit).toBe(0);
    expect(out.trim()).toMatch(new RegExp(`^${RUNS} [0-9a-f]{64}$`));
    expect(sh(folder, 'custody witness verify').exit).toBe(0);
  });
});

describe.skipIf(!isLinux)('a CSV that is longer than memory should be', () => {
  it('is streamed: the same content hash as of the same cells written otherwise', () => {
    const write = (path: string, delimiter: string, end: string) =>
      `const fs = require('fs'); const fd = fs.openSync('${path}', 'w');
       for (let piece = 0; piece < 24; piece++) {
         let text = '';
         for (let i = 0; i < 20000; i++) text += ['L-' + (piece * 20000 + i), 'Borrower ' + i, i * 1.25, '2025-12-31'].join('${delimiter}') + '${end}';
         fs.writeSync(fd, text);
       }`;
    fs.mkdirSync(at('long'));
    fs.writeFileSync(at('a.cjs'), write('long/a.csv', ',', '\\n'));
    fs.writeFileSync(
      at('b.cjs'),
      write('long/b.csv', '";"', '"\\r\\n"')
        .replace("text = ''", "text = '\"'")
        .replace('writeSync(fd, text)', 'writeSync(fd, text.slice(0, -1))'),
    );
    const { exit, out } = sh(
      folder,
      'node a.cjs && node b.cjs && vacuum long | hashbytes | NODE_OPTIONS=--max-old-space-size=64 fingerprint --fp csv.v0',
    );
    const records = recordsIn(out);
    expect([exit, records.length]).toEqual([0, 2]);
    expect(fs.statSync(at('long/b.csv')).size).toBeGreaterThan(fs.statSync(at('long/a.csv')).size);
    expect(records[0]?.fingerprint?.content_hash).toBe(records[1]?.fingerprint?.content_hash);
  });
});
