import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refusal } from '#core/refusal';
import { type Reused, readNow } from '#core/reused';
import { appendRecord, type Draft, ledgerPath } from './append.ts';
import { MAX_LINE } from './lines.ts';
import { withLinesBackward, withLinesForward } from './snapshot.ts';

let folder: string;
let ledger: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'custody-ledger-'));
  ledger = join(folder, 'witness.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Lines have the form `name<prev`; a line without `<` is not a record. */
const draft = (name: string): Draft => ({
  seal: (prev) => Buffer.from(`${name}<${prev}`),
  idOf: (line) => /^(.*)</.exec(Buffer.from(line).toString())?.[1] ?? null,
});
const append = (name: string, path = ledger) => appendRecord(path, draft(name), { sync: true });
const text = () => readFileSync(ledger, 'utf8');

it.each<[string, Record<string, string>, string]>([
  ['EPISTEMIC_WITNESS', { EPISTEMIC_WITNESS: '/var/w.jsonl', HOME: '/home/ada' }, '/var/w.jsonl'],
  ['a relative EPISTEMIC_WITNESS below the current folder', { EPISTEMIC_WITNESS: 'w.jsonl' }, '/here/w.jsonl'],
  ['HOME when EPISTEMIC_WITNESS is blank', { EPISTEMIC_WITNESS: ' \t', HOME: '/home/ada' }, '/home/ada/.epistemic/witness.jsonl'],
  ['USERPROFILE when HOME is empty', { HOME: '', USERPROFILE: '/users/ada' }, '/users/ada/.epistemic/witness.jsonl'],
  ['the home of the account when the environment names none', {}, `${userInfo().homedir}/.epistemic/witness.jsonl`],
])('ledgerPath() takes %s', (_, env, expected) => expect(ledgerPath(env, '/here').split(sep).join('/')).toBe(expected));

it('appendRecord() creates the folders and the file with access for the owner only', () => {
  const path = join(folder, 'a', 'b', 'witness.jsonl');
  append('one', path);
  const modeOf = (place: string) => statSync(place).mode & 0o777;
  expect([join(folder, 'a'), join(folder, 'a', 'b'), path].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  expect(readFileSync(path, 'utf8')).toBe('one<null\n');
});

it('appendRecord() keeps the mode and the bytes of an existing ledger', () => {
  writeFileSync(ledger, 'old<x\n', { mode: 0o640 });
  append('one');
  expect(statSync(ledger).mode & 0o777).toBe(0o640);
  expect(text()).toBe('old<x\none<old\n');
});

it('appendRecord() names the last record, whichever tool wrote it', () => {
  for (const name of ['one', 'two', 'three']) append(name);
  expect(text()).toBe('one<null\ntwo<one\nthree<two\n');
});

it('appendRecord() ends a torn last line and names the last complete record above it', () => {
  writeFileSync(ledger, 'one<null\ntw');
  append('three');
  expect(text()).toBe('one<null\ntw\nthree<one\n');
});

it('appendRecord() ends a last line that lacks only its newline, and names it', () => {
  writeFileSync(ledger, 'one<null');
  append('two');
  expect(text()).toBe('one<null\ntwo<one\n');
});

it('appendRecord() skips lines that are not records', () => {
  writeFileSync(ledger, `one<null\n\n${'junk'.repeat(100_000)}\n\n`);
  append('two');
  expect(text().endsWith('\n\ntwo<one\n')).toBe(true);
});

it('appendRecord() begins a chain after a first record that is torn', () => {
  for (const torn of ['{"bin', '{"binary_hash":"blake3:12']) {
    writeFileSync(ledger, torn);
    append('one');
    expect(text()).toBe(`${torn}\none<null\n`);
  }
});

it('appendRecord() adds nothing to a file that holds something else', () => {
  for (const other of ['junk', '{"as_of":null}', '\n', '{"coverage":{},"id":"sha256:0"}\n']) {
    writeFileSync(ledger, other);
    expect(() => append('one')).toRefuse('E_IO', { path: ledger, error: 'it holds something else than a ledger' });
    expect(text()).toBe(other);
  }
});

it('appendRecord() follows a link to the ledger, also to one that does not exist yet', () => {
  symlinkSync('real.jsonl', ledger);
  append('one');
  append('two');
  expect(readFileSync(join(folder, 'real.jsonl'), 'utf8')).toBe('one<null\ntwo<one\n');
});

it('appendRecord() refuses a record too long to be read again', () => {
  const long: Draft = { ...draft(''), seal: () => new Uint8Array(MAX_LINE + 1) };
  expect(() => appendRecord(ledger, long, { sync: true })).toThrow(`a record of ${MAX_LINE + 1} bytes`);
  expect(text()).toBe('');
});

it('appendRecord() refuses anything but a regular file without opening it', () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  mkdirSync(join(folder, 'directory'));
  const told = (path: string) => {
    try {
      append('one', path);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
      return (error as Refusal).detail['error'];
    }
    return 'appended';
  };
  expect(told(join(folder, 'pipe'))).toBe('not a regular file');
  expect(told('/dev/null')).toBe('not a regular file');
  expect(told(join(folder, 'directory'))).toBe('Is a directory');
  writeFileSync(ledger, '');
  expect(told(join(ledger, 'below', 'witness.jsonl'))).toBe('Not a directory');
});

it('withLinesForward() and withLinesBackward() give no lines for a ledger that does not exist', () => {
  for (const read of [withLinesForward, withLinesBackward]) expect(read(ledger, (lines) => [...lines])).toEqual([]);
});

it('withLinesForward() and withLinesBackward() give the lines in both orders', () => {
  writeFileSync(ledger, 'a\nb\n');
  const names = (lines: Iterable<{ bytes: Reused<Uint8Array> }>) =>
    Array.from(lines, ({ bytes }) => Buffer.from(readNow(bytes)).toString());
  expect(withLinesForward(ledger, names)).toEqual(['a', 'b']);
  expect(withLinesBackward(ledger, names)).toEqual(['b', 'a']);
});

it('withLinesForward() and withLinesBackward() refuse an unreadable ledger with E_IO, the path and the cause', () => {
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  for (const [path, error] of [
    [join(folder, 'pipe'), 'not a regular file'],
    [folder, 'Is a directory'],
    ['/dev/null', 'not a regular file'],
  ] as const) {
    const read = () => withLinesForward(path, (lines) => [...lines]);
    expect(read).toRefuse('E_IO', { path, error });
  }
});

it('withLinesForward() and withLinesBackward() refuse a ledger that becomes shorter while it is read', () => {
  writeFileSync(ledger, `${'x'.repeat(2_000_000)}\n`.repeat(2));
  const read = () =>
    withLinesForward(ledger, (lines) => {
      for (const _ of lines) writeFileSync(ledger, '');
    });
  expect(read).toRefuse('E_IO');
});
