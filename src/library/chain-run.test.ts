import { appendFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type ChainFiles, writeChain } from '../../tests/chain/spaces.ts';
import { scratchFolder } from '../../tests/helpers/scratch-folder.ts';
import { lockChains } from './chain.ts';
import { distrustKey, generateChainKey, listTrustedKeys, signTools, trustKey } from './chain-keys.ts';
import { type RunSettings, runChain } from './chain-run.ts';
import type { ChainSettings } from './chain-spaces.ts';

const folder = scratchFolder('library-chain-run');
const temporary = scratchFolder('library-chain-copies');
const elements = ['say/hello', 'runtimes/shell', 'primitives/subprocess'];
let files: ChainFiles;
let spaces: ChainSettings;

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  files = writeChain(folder, 'echo "$1 $2 $SAID"; exit 7');
  const env = { PATH: '/usr/bin:/bin', HOME: folder, TMPDIR: temporary, SAID: 'said' };
  spaces = { project: files.project, userSpace: files.user, systemSpace: files.system, env };
});

async function ran(settings: RunSettings = {}): Promise<{ exit: number; out: string }> {
  const out: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void out.push(Uint8Array.from(bytes)) };
  const streams = { stdin: { read: () => 0 }, stdout: sink, stderr: sink };
  const exit = await runChain('say/hello', { ...spaces, streams, ...settings });
  return { exit, out: Buffer.concat(out).toString() };
}

it('runChain() runs a pinned and signed tool, and returns its exit code', async () => {
  generateChainKey(spaces);
  signTools(elements, spaces);
  lockChains('all', spaces);
  const said = { exit: 7, out: '{"a":1,"b":0.5} word said\n' };
  expect(await ran({ params: { b: 0.5, a: 1 }, words: ['word'] })).toEqual(said);
  expect(await ran({ params: { b: 0.5, a: 1 }, words: ['word'], inPlace: true })).toEqual(said);
  expect(readdirSync(temporary)).toEqual([]);
});

it('runChain() rejects with the refusals of the command line', async () => {
  await expect(ran()).toRefuse('E_UNLOCKED');
  await expect(ran({ unlocked: true })).toRefuse('E_SIGNATURE');
  expect((await ran({ unlocked: true, allowUnsigned: true })).exit).toBe(7);
  lockChains('all', spaces);
  appendFileSync(files.tool, '# more\n');
  await expect(ran({ unlocked: true, allowUnsigned: true })).toRefuse('E_DRIFT');
});

it.each([[[]], [null], ['{}']])('runChain() rejects the parameters %j', async (params) => {
  await expect(ran({ params: params as never, unlocked: true, allowUnsigned: true })).rejects.toThrow(RangeError);
});

it('generateChainKey() makes one trusted pair, and never replaces it', () => {
  const key = generateChainKey(spaces);
  expect(key.file).toBe(join(files.user, 'keys/public_key.pem'));
  expect(listTrustedKeys(spaces).map(({ fingerprint }) => fingerprint)).toEqual([key.fingerprint]);
  expect(() => generateChainKey(spaces)).toRefuse('E_KEY');
});

it('signTools() signs by id or file, once', () => {
  const { fingerprint } = generateChainKey(spaces);
  expect(signTools(['say/hello', files.tool], { ...spaces, created: '2026-01-01T00:00:00Z' })).toMatchObject([
    { tool: 'say/hello', fingerprint, changed: true },
  ]);
  expect(signTools(['say/hello'], spaces)).toMatchObject([{ changed: false }]);
});

it('signTools() refuses without a key', () => expect(() => signTools(['say/hello'], spaces)).toRefuse('E_KEY'));

it('trustKey(), listTrustedKeys() and distrustKey() add, list and remove', () => {
  const { fingerprint, file } = generateChainKey(spaces);
  const other = { ...spaces, userSpace: join(folder, 'other') };
  expect(listTrustedKeys(other)).toEqual([]);
  const trusted = trustKey(file, other);
  expect(trusted).toEqual({ fingerprint, file: join(folder, 'other/trusted_keys', `${fingerprint}.pem`) });
  expect(listTrustedKeys(other)).toEqual([trusted]);
  expect(distrustKey(fingerprint, other)).toEqual([trusted]);
  expect(listTrustedKeys(other)).toEqual([]);
  expect(() => distrustKey(fingerprint, other)).toRefuse('E_KEY');
});

it.each(['', 'none.pem'])('trustKey(), listTrustedKeys() and distrustKey() refuses the file %j', (file) =>
  expect(() => trustKey(file, spaces)).toThrow(expect.objectContaining({ name: 'Refusal' })),
);

it('trustKey(), listTrustedKeys() and distrustKey() reports what is ignored', () => {
  generateChainKey(spaces);
  appendFileSync(join(files.user, 'trusted_keys/notes.txt'), 'x');
  const warnings: string[] = [];
  listTrustedKeys({ ...spaces, onWarning: (message) => warnings.push(message) });
  expect(warnings).toEqual([expect.stringContaining('notes.txt')]);
});
