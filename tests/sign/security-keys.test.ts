/** SSH signatures by security keys (FIDO), made here as such a key makes them: ssh-keygen and custody agree on each. */
import { execFileSync } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { joined, wireMpint, wireString } from '#core/bytes/ssh-wire';
import { shownBySecurityKey } from '#sign/ssh/blob';
import { formatSshSignature, sshSignedBytes } from '#sign/ssh/signature';
import { runInProcess } from '../faults/run-in-process.ts';
import { debianProgram } from '../set-up/debian-programs.ts';

const MESSAGE = 'id,amount\n1,10\n';
const APPLICATION = 'ssh:';
/** Flags (somebody was there) and counter. */
const SHOWN = Uint8Array.from([1, 0, 0, 0, 7]);
const sha256 = (bytes: Uint8Array | string): Uint8Array => createHash('sha256').update(bytes).digest();

interface SecurityKey {
  readonly type: string;
  readonly blob: Uint8Array;
  readonly signed: (message: Uint8Array) => Uint8Array;
}

function ed25519(): SecurityKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const type = 'sk-ssh-ed25519@openssh.com';
  const point = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url');
  return { type, blob: joined(...[type, point, APPLICATION].map(wireString)), signed: (message) => sign(null, message, privateKey) };
}

function p256(): SecurityKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const type = 'sk-ecdsa-sha2-nistp256@openssh.com';
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = joined(Uint8Array.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'));
  const signed = (message: Uint8Array): Uint8Array => {
    const raw = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return joined(wireMpint(raw.subarray(0, 32)), wireMpint(raw.subarray(32)));
  };
  return { type, blob: joined(...[type, 'nistp256', point, APPLICATION].map(wireString)), signed };
}

interface Made {
  readonly key: SecurityKey;
  /** The application that the key was made for, and the flags and counter that it signed. */
  readonly application?: string;
  readonly shown?: Uint8Array;
}

async function judged({ key, application = APPLICATION, shown = SHOWN }: Made) {
  const folder = mkdtempSync(join(tmpdir(), 'custody-sk-'));
  const toSign = shownBySecurityKey(sha256(application), shown, sha256(sshSignedBytes('file', 'sha512', sha512(MESSAGE))));
  const signature = joined(wireString(key.type), wireString(key.signed(toSign)), SHOWN);
  writeFileSync(join(folder, 'a.csv'), MESSAGE);
  writeFileSync(join(folder, 'a.csv.sig'), formatSshSignature({ publicKey: key.blob, namespace: 'file', hash: 'sha512', signature }));
  writeFileSync(join(folder, 'allowed'), `alice@example.com ${key.type} ${Buffer.from(key.blob).toString('base64')}\n`);
  const { exit } = await runInProcess(
    folder,
    'custody verify a.csv --signature a.csv.sig --allowed-signers allowed --identity alice@example.com',
  );
  return { custody: exit === 0, keygen: await acceptedByKeygen(folder) };
}

function sha512(text: string): Uint8Array {
  return createHash('sha512').update(text).digest();
}

async function acceptedByKeygen(folder: string): Promise<boolean> {
  const found = await debianProgram('ssh-keygen', 'openssh-client');
  if (typeof found === 'string') throw new Error(found);
  const words = ['-Y', 'verify', '-f', 'allowed', '-I', 'alice@example.com', '-n', 'file', '-s', 'a.csv.sig'];
  try {
    execFileSync(found.path, words, {
      cwd: folder,
      env: { ...process.env, ...found.env },
      input: MESSAGE,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return true;
  } catch {
    return false;
  }
}

it.each([ed25519(), p256()].map((key) => [key.type, key] as const))('%s: a signature over what it shows is accepted', async (_, key) => {
  expect(await judged({ key })).toEqual({ custody: true, keygen: true });
});

it.each([ed25519(), p256()].map((key) => [key.type, key] as const))(
  '%s: one for another application, or that showed something else, is not',
  async (_, key) => {
    expect(await judged({ key, application: 'web:' })).toEqual({ custody: false, keygen: false });
    expect(await judged({ key, shown: Uint8Array.from([1, 0, 0, 0, 8]) })).toEqual({ custody: false, keygen: false });
  },
);
