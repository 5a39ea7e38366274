import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type ChainFiles, toolText, writeChain } from '../../../tests/chain/spaces.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { refusalOf } from '../../../tests/helpers/to-refuse.ts';
import { openFinder } from './find-tools.ts';
import { lockTools } from './lock.ts';
import { type CheckedChain, checkChain, type RunRequest, runChain } from './run.ts';

const folder = scratchFolder('chain-run');
const temporary = scratchFolder('chain-run-copies');
let files: ChainFiles;

beforeEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
  files = writeChain(folder, 'echo verified');
});

function lock(): void {
  const request = { roots: files, finder: openFinder(files), scope: 'user', generatedAt: '2026-01-01T00:00:00+00:00' } as const;
  lockTools(['say/hello'], { ...request, replace: false, sync: false });
}

function check(unlocked = false): CheckedChain {
  return checkChain('say/hello', { roots: files, unlocked, allowUnsigned: true }, openFinder(files));
}

async function outputOf(checked: CheckedChain, options: Partial<RunRequest> = {}): Promise<string> {
  const out: Uint8Array[] = [];
  const sink = { write: (bytes: Uint8Array) => void out.push(bytes) };
  const streams = { stdin: { read: () => 0 }, stdout: sink, stderr: sink };
  const request = { params: {}, words: [], env: { PATH: '/usr/bin:/bin' }, cwd: folder, temporary, inPlace: false, streams, ...options };
  const { left } = await runChain(checked, request);
  expect(left).toBeNull();
  return Buffer.concat(out).toString();
}

it('runChain() runs the bytes that were checked, even if the file has changed since', async () => {
  lock();
  const checked = check();
  fs.writeFileSync(files.tool, toolText('echo swapped'));
  expect(await outputOf(checked)).toBe('verified\n');
  fs.rmSync(files.tool);
  expect(await outputOf(checked)).toBe('verified\n');
});

it('runChain() uses the command of the runtime that was checked', async () => {
  lock();
  const checked = check();
  fs.writeFileSync(files.runtime, fs.readFileSync(files.runtime, 'utf8').replace('command: sh', 'command: echo'));
  expect(await outputOf(checked)).toBe('verified\n');
});

it('runChain() ignores a file that shadows the runtime since the check', async () => {
  lock();
  const checked = check();
  fs.mkdirSync(join(folder, '.ai/tools/runtimes'));
  fs.writeFileSync(join(folder, '.ai/tools/runtimes/shell.yaml'), 'nonsense');
  expect(await outputOf(checked)).toBe('verified\n');
  expect(() => check()).toThrow('cannot read tool');
});

it('runChain() gives the interpreter the text that was hashed: a CR that is not hashed has no effect', async () => {
  files = writeChain(folder, 'DRY_RUN=1\n[ "$DRY_RUN" = 1 ] || echo "really deleted"\nset -e\nfalse\necho on');
  lock();
  expect(await outputOf(check())).toBe('');
  for (const line of ['DRY_RUN=1', 'set -e', 'false']) {
    const text = fs.readFileSync(files.tool, 'utf8');
    fs.writeFileSync(files.tool, text.replace(`${line}\n`, `${line}\r\n`));
    expect(await outputOf(check())).toBe('');
    await expect(outputOf(check(), { inPlace: true })).toRefuse('E_CANNOT_RUN', { file: files.tool });
    fs.writeFileSync(files.tool, text);
  }
});

it('runChain() gives the kernel the `#!` line that was hashed', async () => {
  files = writeChain(folder, 'echo verified', 'command: "{tool_path}"');
  fs.writeFileSync(files.tool, `#!/bin/sh -e\r\n${fs.readFileSync(files.tool, 'utf8')}`, { mode: 0o755 });
  fs.chmodSync(files.tool, 0o755);
  expect(await outputOf(check(true))).toBe('verified\n');
});

it('runChain() reads the command from the text of the runtime that was hashed, and in place refuses other bytes of any element', async () => {
  files = writeChain(folder, 'echo verified', 'command: sh\n  args:\n    - "-c"\n    - |\n      a=1\n      echo "$a."');
  const request = { inPlace: true };
  expect(await outputOf(check(true), request)).toBe('1.\n');
  fs.writeFileSync(files.runtime, fs.readFileSync(files.runtime, 'utf8').replaceAll('\n', '\r\n'));
  expect(await outputOf(check(true))).toBe('1.\n');
  await expect(outputOf(check(true), request)).toRefuse('E_CANNOT_RUN', { file: files.runtime });
});

it('runChain() in place, refuses a file that has changed since the check', async () => {
  lock();
  const checked = check();
  expect(await outputOf(checked, { inPlace: true })).toBe('verified\n');
  fs.writeFileSync(files.tool, toolText('echo swapped'));
  await expect(outputOf(checked, { inPlace: true })).toRefuse('E_DRIFT');
});

it('runChain() in place and without a lock, refuses a chain that has changed since the check', async () => {
  const checked = check(true);
  fs.writeFileSync(files.tool, toolText('echo swapped'));
  await expect(outputOf(checked, { inPlace: true })).toRefuse('E_CANNOT_RUN');
});

it('runChain() in place, refuses the same bytes if they are now found in another space', async () => {
  lock();
  const checked = check();
  fs.mkdirSync(join(folder, '.ai/tools/runtimes'));
  fs.copyFileSync(files.runtime, join(folder, '.ai/tools/runtimes/shell.yaml'));
  await expect(outputOf(checked, { inPlace: true })).toRefuse('E_DRIFT');
});

it('runChain() leaves no copy behind, whether the tool ran, failed or could not be started', async () => {
  const checked = check(true);
  expect(await outputOf(checked)).toBe('verified\n');
  fs.writeFileSync(files.runtime, fs.readFileSync(files.runtime, 'utf8').replace('command: sh', 'command: no-such-program'));
  await expect(outputOf(check(true))).toRefuse('E_CANNOT_RUN');
  fs.writeFileSync(files.runtime, fs.readFileSync(files.runtime, 'utf8').replace('no-such-program', 'no-{such}'));
  await expect(outputOf(check(true))).toRefuse('E_CANNOT_RUN');
  expect(fs.readdirSync(temporary)).toEqual([]);
});

it('runChain() gives the copy the name of the tool, and makes it executable if the tool is', async () => {
  files = writeChain(folder, 'ls -l "$0"; ls -ld "${0%/*}"', 'command: "{tool_path}"');
  fs.writeFileSync(files.tool, `#!/bin/sh\n${fs.readFileSync(files.tool, 'utf8')}`);
  await expect(outputOf(check(true))).toRefuse('E_CANNOT_RUN');
  fs.chmodSync(files.tool, 0o755);
  const [file, own] = (await outputOf(check(true))).split('\n');
  expect(file).toMatch(/^-r-x------.*\/hello\.sh$/);
  expect(own).toMatch(/^drwx------/);
});

it('runChain() removes a link with which the tool replaced its folder, but not the target', async () => {
  fs.mkdirSync(join(folder, 'precious'), { mode: 0o755 });
  fs.writeFileSync(join(folder, 'precious/x'), '');
  files = writeChain(folder, 'rm -r "${0%/*}"; ln -s "$PWD/precious" "${0%/*}"; echo linked');
  expect(await outputOf(check(true))).toBe('linked\n');
  expect([fs.readdirSync(temporary), fs.existsSync(join(folder, 'precious/x'))]).toEqual([[], true]);
  expect(fs.statSync(join(folder, 'precious')).mode & 0o777).toBe(0o755);
});

it('checkChain() refuses a tool without a lock, unless that is allowed', () => {
  expect(() => check()).toThrow('no lock for say/hello 1.0.0');
  expect(check(true).lock).toBeNull();
});

it('checkChain() refuses a tool if another version is locked, even if no lock is required', () => {
  lock();
  fs.writeFileSync(files.tool, toolText('echo verified').replace('1.0.0', '1.0.1'));
  for (const unlocked of [false, true]) {
    const lockfile = join(folder, 'user/lockfiles/say/hello@1.0.0.lock.json');
    const finding = expect.objectContaining({ kind: 'UNLOCKED', item_id: 'say/hello' });
    expect(() => check(unlocked)).toRefuse('E_DRIFT', { lock: lockfile, findings: [finding] });
  }
});

it('checkChain() compares a tool with its lock even if no lock is required', () => {
  lock();
  fs.writeFileSync(files.tool, toolText('echo other'));
  expect(() => check(true)).toThrow('lockfile mismatch for say/hello');
});

it('checkChain() refuses unsigned elements, unless they are allowed', () => {
  const unsigned = { roots: files, unlocked: true, allowUnsigned: false };
  expect(() => checkChain('say/hello', unsigned, openFinder(files))).toThrow('unsigned item');
  expect(check(true).chain.map(({ itemId }) => itemId)).toEqual(['say/hello', 'runtimes/shell', 'primitives/subprocess']);
});

it('checkChain() advises to inspect a wrong signature, not to replace it, whichever element has it', () => {
  const line = `# rye:signed:2026-01-01T00:00:00Z:${'0'.repeat(64)}:${'A'.repeat(86)}==:f0ff50dacf109dea\n`;
  fs.writeFileSync(files.runtime, line + fs.readFileSync(files.runtime, 'utf8'));
  const next = 'custody chain verify say/hello --require-signatures';
  expect(refusalOf(() => check(true))).toMatchObject({ code: 'E_SIGNATURE', detail: { id: 'runtimes/shell' }, nextCommand: next });
});

it('checkChain() names the lock that pins the chain', () => {
  lock();
  expect(dirname(check().lock as string)).toBe(join(folder, 'user/lockfiles/say'));
});
