import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type FakeContext, type FakeOptions, fakeContext } from '../../tests/helpers/fake-context.ts';
import { run } from './run.ts';
import { ClosedPipe, UnwritableOutput } from './run-context.ts';

const folder = mkdtempSync(join(tmpdir(), 'run-'));
const ledger = join(folder, 'witness.jsonl');
afterAll(() => rmSync(folder, { recursive: true }));

async function start(line: string, options: FakeOptions = {}): Promise<FakeContext & { exit: number }> {
  const context = fakeContext(line, { cwd: folder, env: { EPISTEMIC_WITNESS: ledger }, ...options });
  return { ...context, exit: await run(context) };
}

/** The same context, with a standard output whose first writes throw. */
function throwing(context: FakeContext, error: Error, times = Number.POSITIVE_INFINITY): FakeContext {
  let calls = 0;
  const write = (bytes: Uint8Array): void => {
    if (calls++ < times) throw error;
    context.stdout.write(bytes);
  };
  return { ...context, stdout: { ...context.stdout, write } };
}
const full = new UnwritableOutput('', { cause: Object.assign(new Error(), { code: 'ENOSPC' }) });

it.each(['lock --describe --schema', 'lock verify --schema --describe x', 'custody lock --describe --help --bogus'])(
  'run() answers `%s` with the description',
  async (line) => {
    const { exit, out, err } = await start(line);
    expect([exit, err()]).toEqual([0, '']);
    expect(out()).toMatch(/^\{\n {2}"schema_version": "operator.v0",\n {2}"name": "lock",\n[^]*\n\}\n$/);
  },
);

it('run() prints the schema file as it is', async () => {
  const { out } = await start('custody --schema');
  expect(out()).toBe(readFileSync(new URL('../../schemas/operator.v0.json', import.meta.url), 'utf8'));
});

it('run() writes no record for a mistake on the line, and prints no envelope', async () => {
  const { exit, out, err } = await start('vacuum --bogus');
  expect([exit, out()]).toEqual([2, '']);
  expect(err()).toBe('vacuum: unknown option --bogus\nusage: vacuum [ROOT...] [OPTIONS]\nhelp:  vacuum --help\n');
  expect(existsSync(ledger)).toBe(false);
});

it('run() reports any unexpected error as an internal error, with its stack on standard error', async () => {
  const now = (): Date => {
    throw new TypeError('no clock \ud800');
  };
  const { exit, out, err } = await start('vacuum . --progress --no-witness', { now });
  expect(exit).toBe(2);
  expect(out()).toBe(
    '{"version":"vacuum.v0","outcome":"REFUSAL","refusal":{"code":"E_INTERNAL","message":"internal error: no clock \ufffd","detail":{},"next_command":null}}\n',
  );
  expect(err()).toMatch(/^TypeError: no clock .*\n {4}at /);
});

it('run() reports a bug outside any command as an internal error too', async () => {
  const context = fakeContext('lock --help');
  expect(await run(throwing(context, new TypeError('bug'), 1))).toBe(2);
  expect(context.out()).toBe(
    '{"outcome":"REFUSAL","refusal":{"code":"E_INTERNAL","detail":{},"message":"internal error: bug","next_command":null},"version":"lock.v0"}',
  );
  expect(context.err()).toMatch(/^TypeError: bug\n {4}at /);
});

it.each([
  ['custody replay verify --all . --no-witness', 5, /^\{\n {2}"ok": false,[^]*"message": "internal error: bug",[^]*"profile": null\n\}\n$/],
  ['custody replay --describe', 5, /^\{\n {2}"version": "replay-summary.v1",\n {2}"outcome": "REFUSAL",/],
  ['vacuum . --no-witness', 2, /^\{"version":"vacuum.v0","outcome":"REFUSAL"/],
])('run() gives a bug the exit and the form that the table of the tool has: `%s`', async (line, exit, out) => {
  const context = fakeContext(line, { cwd: folder });
  writeFileSync(join(folder, 'a.txt'), '');
  expect(await run(throwing(context, new TypeError('bug'), 1))).toBe(exit);
  expect(context.out()).toMatch(out);
});

it('run() uses the exit codes in the table of the tool for a mistake and for an unwritable standard output', async () => {
  expect([(await start('custody replay verify --bogus')).exit, (await start('custody replay bogus')).exit]).toEqual([4, 4]);
  const context = fakeContext('custody replay --help');
  expect(await run(throwing(context, full))).toBe(5);
});

it('run() ends quietly with 141 when the reader has gone', async () => {
  const context = fakeContext('vacuum .', { cwd: folder, env: { EPISTEMIC_WITNESS: ledger } });
  const gone = throwing(context, new ClosedPipe());
  expect(await run({ ...gone, argv: ['nowhere'] })).toBe(141);
  expect(await run({ ...gone, argv: ['--help'] })).toBe(141);
  expect(context.err()).toBe('');
  // Only the outcome is recorded that was decided: the root does not exist.
  expect(readFileSync(ledger, 'utf8').match(/"outcome":"\w+"/g)).toEqual(['"outcome":"REFUSAL"']);
});

it('run() reports that standard output cannot be written', async () => {
  const context = fakeContext('lock --help');
  expect(await run(throwing(context, full))).toBe(2);
  expect(context.err()).toBe('lock: cannot write standard output: No space left on device\n');
});

it('run() shows the refusal and the next command on a terminal', async () => {
  const { err } = await start('vacuum nowhere --no-witness', { isTTY: true });
  expect(err()).toBe("vacuum: Root path does not exist\n  next: ls -la '.'\n");
});

it('run() keeps the result when the ledger cannot be written', async () => {
  const { exit, err } = await start('vacuum .', { env: { EPISTEMIC_WITNESS: folder } });
  expect(exit).toBe(0);
  expect(err()).toMatch(/\nvacuum: witness append warning: [^\n]*\n$/);
});

it('run() keeps standard error JSON with --progress when the ledger cannot be written', async () => {
  const { err } = await start('vacuum . --progress', { env: { EPISTEMIC_WITNESS: folder } });
  const last = JSON.parse(err().trimEnd().split('\n').at(-1) as string);
  expect(last).toMatchObject({ tool: 'vacuum', type: 'warning', path: null });
});

it('run() prints first steps for custody alone, and all commands only with --help', async () => {
  const [alone, help] = [(await start('custody')).out(), (await start('custody --help')).out()];
  expect([alone.includes('custody --help'), alone.includes('\nUsage:')]).toEqual([true, false]);
  expect(help).toContain('\nUsage:\n  custody COMMAND');
});
