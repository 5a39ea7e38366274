/** What `custody sign --format` makes is accepted by the programs whose form it is, and by custody. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verifyingKeyOfSpki } from '#keys/public-key';
import { sshLineOf } from '#keys/ssh-key';
import { runInProcess } from '../faults/run-in-process.ts';
import { debianProgram } from '../set-up/debian-programs.ts';

const CURVES: Readonly<Record<string, { publicKey: KeyObject; privateKey: KeyObject }>> = {
  ed25519: generateKeyPairSync('ed25519'),
  p256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  p384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
};

function newFolder(curve: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'custody-made-'));
  const { publicKey, privateKey } = CURVES[curve] as { publicKey: KeyObject; privateKey: KeyObject };
  writeFileSync(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  writeFileSync(join(folder, 'pub.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync(join(folder, 'a.csv'), 'id,amount\n1,10\n');
  const line = sshLineOf(verifyingKeyOfSpki(publicKey.export({ type: 'spki', format: 'der' })));
  writeFileSync(join(folder, 'allowed'), `alice@example.com ${line}\n`);
  mkdirSync(join(folder, 'data', 'sub'), { recursive: true });
  writeFileSync(join(folder, 'data', 'b.bin'), 'b');
  writeFileSync(join(folder, 'data', 'sub', 'c.bin'), 'c');
  return folder;
}

describe('custody sign --format ssh', async () => {
  const keygen = await debianProgram('ssh-keygen', 'openssh-client');
  if (typeof keygen === 'string') throw new Error(keygen);

  it.each(Object.keys(CURVES).map((curve) => [curve]))('%s: ssh-keygen -Y verify accepts it, and custody', async (curve) => {
    const folder = newFolder(curve);
    expect(await runInProcess(folder, 'custody sign a.csv --format ssh --key key.pem')).toMatchObject({ exit: 0 });
    const words = ['-Y', 'verify', '-f', 'allowed', '-I', 'alice@example.com', '-n', 'file', '-s', 'a.csv.sig'];
    const out = execFileSync(keygen.path, words, {
      cwd: folder,
      env: { ...process.env, ...keygen.env },
      input: readFileSync(join(folder, 'a.csv')),
    });
    expect(out.toString()).toContain('Good "file" signature');
    const judge = 'custody verify a.csv --signature a.csv.sig --allowed-signers allowed --identity alice@example.com';
    expect(await runInProcess(folder, judge)).toMatchObject({ exit: 0 });
    // Nothing is replaced.
    expect(await runInProcess(folder, 'custody sign a.csv --format ssh --key key.pem')).toMatchObject({ exit: 2 });
  });
});

describe('custody sign --format oms', () => {
  it.each([['p256'], ['p384']])('%s: a bundle out of a lock covers exactly its files', async (curve) => {
    const folder = newFolder(curve);
    await runInProcess(folder, 'lock --scan data --output data.lock.json');
    expect(await runInProcess(folder, 'custody sign data.lock.json --format oms --key key.pem')).toMatchObject({ exit: 0 });
    const judge = 'custody verify data --signature model.sig --key pub.pem';
    expect(await runInProcess(folder, judge)).toMatchObject({ exit: 0 });
    writeFileSync(join(folder, 'data', 'new'), '');
    expect(await runInProcess(folder, judge)).toMatchObject({ exit: 1 });
    expect(await runInProcess(folder, `${judge} --ignore-unsigned-files`)).toMatchObject({ exit: 0 });
    writeFileSync(join(folder, 'data', 'b.bin'), 'B');
    expect(await runInProcess(folder, `${judge} --ignore-unsigned-files`)).toMatchObject({ exit: 1 });
  });

  it.each([
    ['ed25519', 'lock --scan data --output x.lock.json', 'knows no keys for ed25519'],
    ['p256', 'lock --scan data --algorithm blake3 --output x.lock.json', 'expected members with a SHA-256'],
  ])('refuses %s with %s', async (curve, lock, message) => {
    const folder = newFolder(curve);
    await runInProcess(folder, lock);
    const { exit, out } = await runInProcess(folder, 'custody sign x.lock.json --format oms --key key.pem');
    expect({ exit, out }).toMatchObject({ exit: 2, out: expect.stringContaining(message) as string });
  });

  it('refuses a lock with files of Git, a lock that was edited, and what is no lock', async () => {
    const folder = newFolder('p256');
    writeFileSync(join(folder, 'data', '.gitignore'), 'x');
    await runInProcess(folder, 'lock --scan data --output git.lock.json');
    await runInProcess(folder, 'lock --scan data/sub --output sub.lock.json');
    const text = readFileSync(join(folder, 'sub.lock.json'), 'utf8');
    writeFileSync(join(folder, 'edited.lock.json'), text.replace('c.bin', 'd.bin'));
    for (const name of ['git.lock.json', 'edited.lock.json', 'a.csv', 'gone.lock.json'])
      expect((await runInProcess(folder, `custody sign ${name} --format oms --key key.pem --output ${name}.sig`)).exit).toBe(2);
  });
});
