/** `custody verify` where something around it goes wrong: readers that go away, full disks, little memory, many at once, a terminal. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { some, trials } from '../../helpers/trials.ts';
import { canMount, shMounted, whyNoMounts } from '../own-mounts.ts';
import { isLinux, scratchFolder, sh, slowly, start } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = scratchFolder();
const FORMS = ['text', 'json', 'json-lines', 'junit', 'sarif', 'markdown', 'html', 'github'];
/** Those that list the findings, or so many of them that no pipe holds them. */
const LONG_FORMS = ['json', 'json-lines', 'junit', 'sarif', 'html', 'github'];
const CLOSED_PIPE = 141;
const LONG = 600_000_000;

/** For a lock whose members are all missing. */
function writeRecords(name: string, count: number): void {
  const record = (index: number): string => {
    const path = `a-folder/of-some-length/file-${String(index).padStart(7, '0')}.csv`;
    const hash = `sha256:${'ab'.repeat(32)}`;
    const rest = `"root":"/d","size":10,"tool_versions":{"hash":"0.1.0","vacuum":"0.1.0"},"version":"hash.v0"`;
    return `{"bytes_hash":"${hash}","path":"/d/${path}","relative_path":"${path}",${rest}}\n`;
  };
  fs.writeFileSync(join(folder, name), Array.from({ length: count }, (_, index) => record(index)).join(''));
}

beforeAll(async () => {
  for (const name of ['few', 'none', 'long']) fs.mkdirSync(join(folder, name));
  fs.writeFileSync(join(folder, 'few/a'), 'a\n');
  fs.writeFileSync(join(folder, 'long/long'), '');
  fs.truncateSync(join(folder, 'long/long'), LONG);
  writeRecords('some.jsonl', 2000);
  writeRecords('many.jsonl', 60_000);
  const { exit, err } = await runInProcess(
    folder,
    'lock some.jsonl --output some.lock.json; lock many.jsonl --output many.lock.json; lock --scan few -o few.lock.json; pack seal few --output pk > said; lock --scan long -o long.lock.json',
  );
  expect([exit, err]).toEqual([0, '']);
});

describe.skipIf(!isLinux)('custody verify', () => {
  it.each(some(LONG_FORMS, 2))('--format %s ends quietly if its reader goes away, and what was judged is recorded', async (form) => {
    const line = `custody verify some.lock.json --root none --format ${form} | head -c 10`;
    const { exit, err } = sh(folder, `rm -f w; EPISTEMIC_WITNESS=w ${line} > /dev/null; exit \${PIPESTATUS[0]}`);
    const { out } = await runInProcess(folder, 'custody witness query --json', { EPISTEMIC_WITNESS: join(folder, 'w') });
    const outcomes = JSON.parse(out).map((record: { outcome: string }) => record.outcome);
    expect([exit, err, outcomes]).toEqual([CLOSED_PIPE, '', ['FAILED']]);
  });

  it.each(some(FORMS, 2))('--format %s of a short verdict loses nothing to head -1', (form) => {
    const { exit } = sh(folder, `custody verify few.lock.json --format ${form} | head -1 > /dev/null; exit \${PIPESTATUS[0]}`);
    expect(exit).toBe(0);
  });

  it.each(some(FORMS, 2, 1))('--format %s says so if its output takes nothing', (form) => {
    const { exit, err } = sh(folder, `custody verify few.lock.json --format ${form} > /dev/full`);
    expect([exit, err]).toEqual([2, expect.stringContaining('No space left on device')]);
  });

  it('judges the same in many processes at once', async () => {
    const runs = Array.from({ length: trials(8, 64) }, () => start(folder, ['custody', 'verify', 'few.lock.json', 'pk', '--json']).ended);
    const ends = await Promise.all(runs);
    expect(new Set(ends.map(({ exit, err, out }) => `${exit} ${err} ${out}`)).size).toBe(1);
    expect(ends[0]).toMatchObject({ exit: 0, err: '' });
    expect(sh(folder, 'custody witness verify').exit).toBe(0);
  });

  it('draws the files and bytes of all evidence together, and clears the line before a verdict', () => {
    const slow = slowly('custody verify few.lock.json long.lock.json pk --jobs 1');
    const { out } = sh(folder, `script -qec "${slow}" /dev/null < /dev/null`, { TERM: 'xterm' });
    const drawn = out.split('\r\u001b[K').flatMap((text) => /^custody (\d+(?:\.\d+)?) [MG]B · [123] files · .*\/s$/.exec(text)?.[1] ?? []);
    expect(new Set(drawn).size).toBeGreaterThan(2);
    const verdicts = out.split(/[\n]/).filter((line) => line.includes(' — '));
    for (const line of verdicts) expect(line.replace(/\u001b\[\d+m/g, '')).toMatch(/^(?:[^]*\r\u001b\[K)?OK {7}\S+ — /);
    expect(verdicts).toHaveLength(3);
  });
});

/** bench/front-door.mjs measures a million failures in every form. These three forms read them all. */
describe.skipIf(!isLinux)('a verdict with many failures', () => {
  it.each(some(['json', 'junit', 'html'], 3))('--format %s needs a small heap, whatever their number', (form) => {
    const { exit, err } = sh(folder, `custody verify many.lock.json --root none --format ${form} > out.${form}`, {
      NODE_OPTIONS: '--max-old-space-size=24 --max-semi-space-size=2',
    });
    expect([exit, err]).toEqual([1, '']);
    expect(fs.statSync(join(folder, `out.${form}`)).size).toBeGreaterThan(1000);
  });
});

describe.skipIf(!canMount)(`a full disk at --report${whyNoMounts}`, () => {
  it.each(some(['json', 'junit', 'sarif', 'html', 'github'], 2))('leaves no file of %s, and the run is refused', (form) => {
    const { exit, out } = shMounted(
      folder,
      'size=32k',
      `custody verify some.lock.json --root none --report ${form}=disk/f; code=$?; echo; ls -A disk; exit $code`,
    );
    const [envelope = '', ...left] = out.trim().split('\n').slice(-1);
    expect([exit, left]).toEqual([2, []]);
    expect(JSON.parse(envelope).refusal).toMatchObject({ code: 'E_IO', detail: { path: 'disk/f', error: 'No space left on device' } });
  });
});
