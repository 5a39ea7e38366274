/** Signatures of the programs themselves: what they sign is accepted, and what was changed is not. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { debianProgram, type Program } from '../set-up/debian-programs.ts';

async function program(name: string, ...packages: readonly string[]): Promise<Program> {
  const found = await debianProgram(name, ...packages);
  if (typeof found === 'string') throw new Error(found);
  return found;
}

function runner({ path, env }: Program, cwd: string): (...words: readonly string[]) => void {
  return (...words) => void execFileSync(path, words, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'custody-tools-'));
  writeFileSync(join(folder, 'a.csv'), 'id,amount\n1,10\n');
  return folder;
}

const exitOf = async (folder: string, line: string): Promise<number | null> => (await runInProcess(folder, line)).exit;

describe('signatures of ssh-keygen', async () => {
  const keygen = await program('ssh-keygen', 'openssh-client');

  it.each([['ed25519'], ['ecdsa'], ['rsa']])('%s: accepted by the list of signers, and refused for other bytes', async (type) => {
    const folder = newFolder();
    const run = runner(keygen, folder);
    run('-q', '-t', type, '-N', '', '-C', 'alice', '-f', 'id');
    run('-Y', 'sign', '-q', '-f', 'id', '-n', 'file', 'a.csv');
    writeFileSync(join(folder, 'allowed'), `alice@example.com ${readFileSync(join(folder, 'id.pub'), 'utf8')}`);
    const judge = 'custody verify a.csv --signature a.csv.sig';
    expect(await exitOf(folder, `${judge} --allowed-signers allowed --identity alice@example.com`)).toBe(0);
    expect(await exitOf(folder, `${judge} --allowed-signers allowed`)).toBe(0);
    expect(await exitOf(folder, `${judge} --key id.pub`)).toBe(0);
    expect(await exitOf(folder, `${judge} --allowed-signers allowed --identity bob@example.com`)).toBe(1);
    expect(await exitOf(folder, `${judge} --key id.pub --namespace git`)).toBe(1);
    writeFileSync(join(folder, 'a.csv'), 'id,amount\n1,11\n');
    expect(await exitOf(folder, `${judge} --key id.pub`)).toBe(1);
  });
});

describe('signatures of minisign and signify', async () => {
  const minisign = await program('minisign');
  const signify = await program('signify-openbsd');

  it('minisign: hashed and legacy', async () => {
    const folder = newFolder();
    const run = runner(minisign, folder);
    run('-G', '-W', '-p', 'k.pub', '-s', 'k.sec');
    run('-S', '-s', 'k.sec', '-m', 'a.csv', '-x', 'a.minisig');
    run('-S', '-l', '-s', 'k.sec', '-m', 'a.csv', '-x', 'legacy.minisig');
    for (const name of ['a.minisig', 'legacy.minisig']) {
      expect(await exitOf(folder, `custody verify a.csv --signature ${name} --key k.pub`)).toBe(0);
      expect(await exitOf(folder, `custody verify k.pub --signature ${name} --key k.pub`)).toBe(1);
    }
  });

  it('signify', async () => {
    const folder = newFolder();
    const run = runner(signify, folder);
    run('-G', '-n', '-p', 'k.pub', '-s', 'k.sec');
    run('-S', '-s', 'k.sec', '-m', 'a.csv', '-x', 'a.sig');
    expect(await exitOf(folder, 'custody verify a.csv --signature a.sig --key k.pub')).toBe(0);
    expect(await exitOf(folder, 'custody verify k.pub --signature a.sig --key k.pub')).toBe(1);
  });
});
