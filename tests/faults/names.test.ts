/** C4, C9, V5: any name that a disk can hold is locked and verified, or skipped and said so; none of them steers a terminal. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLinux, scratchFolder, sh } from './program.ts';
import { runInProcess } from './run-in-process.ts';

const folder = scratchFolder();
const ESC = '\u{1b}';
const safe = [
  'new\nline',
  'carriage\rreturn',
  'tab\ttab',
  `colour${ESC}[31m`,
  `title${ESC}]0;owned\u{7}`,
  'c1\u{9b}31m',
  'right\u{202e}left',
  'line\u{2028}separator',
  'back\\slash',
  'quo"te',
  "apo'strophe",
  '$(reboot)',
  '-rf',
  ' ',
  '~',
  '\u{1f469}\u{200d}\u{1f4bb}',
  'caf\u{e9}',
  'cafe\u{301}',
  '\u{fffd}',
  'x'.repeat(255),
  '\u{1f600}'.repeat(63),
  '__proto__',
  'constructor',
];
const unsafe = [Buffer.from([0xff]), Buffer.from('caf\xe9', 'latin1'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('C:')];

beforeAll(() => {
  fs.mkdirSync(join(folder, 'data'));
  for (const name of [...safe.map((text) => Buffer.from(text)), ...unsafe]) {
    fs.writeFileSync(Buffer.concat([Buffer.from(`${folder}/data/`), name]), name);
  }
});

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

describe.skipIf(!isLinux)('names of every kind', () => {
  it('are locked, or skipped with E_NAME and their bytes', async () => {
    const { exit, out } = await runInProcess(folder, 'lock --scan data --output names.lock; cat names.lock');
    const lock = JSON.parse(out);
    expect(exit).toBe(0);
    expect(lock.members.map(({ path }: { path: string }) => path)).toEqual([...safe].sort(byBytes));
    expect(lock.skipped.map(({ warnings: [{ code }] }: { warnings: [{ code: string }] }) => code)).toEqual(unsafe.map(() => 'E_NAME'));
    const told = lock.skipped.map(({ warnings: [{ detail }] }: { warnings: [{ detail: { name_hex: string } }] }) => detail.name_hex);
    expect(told.sort()).toEqual(unsafe.map((name) => name.toString('hex')).sort());
  });

  it('go through the pipeline to the same bytes', async () => {
    expect((await runInProcess(folder, 'vacuum data | hashbytes | lock')).out).toBe(fs.readFileSync(join(folder, 'names.lock'), 'utf8'));
  });

  it('are verified again; with --closed, those that were skipped and are still there are findings', async () => {
    const { exit, out } = await runInProcess(folder, 'lock verify names.lock --root data --json');
    expect([exit, JSON.parse(out).members.verified]).toEqual([0, safe.length]);
    const closed = await runInProcess(folder, 'lock verify names.lock --root data --closed --json');
    const { verified, failures } = JSON.parse(closed.out).members;
    expect([closed.exit, verified]).toEqual([1, safe.length]);
    expect(new Set(failures.map((failure: { reason: string }) => failure.reason))).toEqual(new Set(['SKIPPED_PRESENT']));
  });

  it('reach the terminal without a control character, whatever is said of them', () => {
    const lines = [
      'lock --scan data --no-follow > /dev/null',
      'vacuum data > /dev/null',
      'lock verify names.lock --root .',
      'mkdir -p one; touch one/file; lock --scan one --output one.lock; lock diff one.lock names.lock',
      "mkfifo data/pipe$'\\e[31m\\n'; lock --scan data > /dev/null; rm data/pipe*",
      `lock verify names.lock --root $'no\\e[31m'`,
      `lock --scan $'no\\e[31m'`,
      `lock $'--no\\e[31m'`,
      `EPISTEMIC_WITNESS=$'/dev/null/\\e[31m' lock --scan data --output o.lock`,
    ];
    for (const line of lines) {
      const { out, err } = sh(folder, line);
      expect(out + err).not.toBe('');
      expect([line, /[^\n\P{Cc}]|[\u{2028}\u{202e}]/u.exec(out + err)?.[0]]).toEqual([line, undefined]);
    }
  });

  it('reach a real terminal without their own escape sequences', () => {
    const { out } = sh(
      folder,
      `script -qec 'lock verify names.lock --root .; lock --scan data --no-follow > /dev/null; vacuum data > /dev/null' /dev/null < /dev/null`,
      { TERM: 'xterm' },
    );
    expect(out).toContain('MISSING');
    expect(out).toContain('title\\u{1b}]0;owned');
    expect(out).not.toMatch(/\u{1b}\]0|\u{9b}|\u{7}|\u{202e}/u);
  });

  it('that are another only in Unicode form are hinted at where they are missing', async () => {
    await runInProcess(
      folder,
      'mkdir twins; cp data/caf\u{e9} twins/; lock --scan twins --output twins.lock; mv twins/caf\u{e9} twins/cafe\u{301}',
    );
    const { members } = JSON.parse((await runInProcess(folder, 'lock verify twins.lock --root twins --json')).out);
    expect(members.failures).toMatchObject([{ path: 'caf\u{e9}', reason: 'MISSING' }]);
    expect(members.hints).toMatchObject([{ path: 'caf\u{e9}', found: 'cafe\u{301}' }]);
  });

  it('as --output are taken up to the 255 bytes that the system allows', () => {
    for (const name of ['y'.repeat(255), '\u{e9}'.repeat(127), 'new\nline']) {
      const [exit, found] = [sh(folder, `lock --scan data --output "$NAME"`, { NAME: name }).exit, fs.existsSync(join(folder, name))];
      expect([name, exit, found]).toEqual([name, 1, true]);
    }
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('staging'))).toEqual([]);
  });
});

describe.skipIf(!isLinux)('a tree deeper than a path may be long', () => {
  const level = 'd'.repeat(200);
  beforeAll(() => {
    execFileSync('bash', ['-c', `mkdir deep; cd deep; for i in {1..30}; do echo $i > file; mkdir ${level}; cd ${level} || exit; done`], {
      cwd: folder,
    });
  });

  it('is locked as far as it can be reached, and what is below is skipped once', async () => {
    const { exit, out } = await runInProcess(folder, 'lock --scan deep --output deep.lock; cat deep.lock');
    const { members, skipped } = JSON.parse(out);
    expect(exit).toBe(0);
    expect(members.length).toBeGreaterThan(10);
    expect(members.length).toBeLessThan(30);
    expect(skipped).toMatchObject([{ warnings: [{ code: 'E_IO', message: expect.stringMatching(/File name too long$/) }] }]);
    expect((await runInProcess(folder, 'lock verify deep.lock --root deep')).exit).toBe(0);
    expect((await runInProcess(folder, 'lock verify deep.lock --root deep --strict')).exit).toBe(1);
  });

  it('is the same to the pipeline', async () => {
    expect((await runInProcess(folder, 'vacuum deep | hashbytes | lock')).out).toBe(fs.readFileSync(join(folder, 'deep.lock'), 'utf8'));
  });

  it('is refused as a root whose real path is too long to be named', async () => {
    const below = `${level}/`.repeat(15);
    await runInProcess(folder, `ln -s deep/${below} half; ln -s half/${below} whole`);
    for (const line of ['lock --scan whole', 'lock --scan whole --output x.lock', 'vacuum whole']) {
      const { exit, out } = await runInProcess(folder, line);
      expect([line, exit, JSON.parse(out).refusal]).toMatchObject([line, 2, { code: 'E_IO', detail: { error: 'File name too long' } }]);
    }
  });
});
