/** Programs that sign: the exchange with real processes, and programs that fail in every way. */
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isSignature } from '#keys/public-key';
import { openSigner, type Signer } from '#keys/signer';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { isRunning } from '../is-running.ts';

const folder = scratchFolder('signing-program');
const message = Buffer.from('what is said');
const quoted = (text: string): string => `'${text}'`;

/** A program in Node with `question` and `print`, as it is typed. */
function program(name: string, body: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(
    path,
    `import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
const question = JSON.parse(readFileSync(0, 'utf8'));
const print = (answer) => process.stdout.write(JSON.stringify({ version: 'signer.v0', ...answer }));
${body}`,
  );
  return `${quoted(process.execPath)} ${quoted(path)}`;
}

function open(signer: string, programMs = 20_000): Promise<Signer> {
  return openSigner({ signer, cwd: folder, env: process.env, passphrase: {}, warn: () => undefined, limits: { programMs } });
}

const KEYS = {
  ed25519: generateKeyPairSync('ed25519'),
  'ecdsa-p256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  'ecdsa-p384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
};
const withKey = (algorithm: keyof typeof KEYS, rest: string): string => `
const key = createPrivateKey(${JSON.stringify(KEYS[algorithm].privateKey.export({ type: 'pkcs8', format: 'pem' }))});
const public_key = createPublicKey(key).export({ type: 'spki', format: 'pem' });
if (question.action === 'public_key') print({ public_key });
else { ${rest} }`;
const GOOD = "print({ signature: sign(HASH, Buffer.from(question.message, 'base64'), key).toString('base64') });";

describe('openSigner() with a program', () => {
  it.each([
    ['ed25519', 'null'],
    ['ecdsa-p256', "'sha256'"],
    ['ecdsa-p384', "'sha384'"],
  ] as const)('signs with a key that only the program has: %s', async (algorithm, hash) => {
    const signer = await open(program(algorithm, withKey(algorithm, GOOD.replace('HASH', hash))));
    expect(signer.publicKey.algorithm).toBe(algorithm);
    expect(isSignature(signer.publicKey, message, await signer.sign(message))).toBe(true);
    expect(signer.from).toBe(`program ${process.execPath}`);
  });

  it('signs by the example of docs/signing-programs.md', async () => {
    const page = readFileSync(new URL('../../docs/signing-programs.md', import.meta.url), 'utf8');
    const [, text = ''] = /^```js\n(\/\/ sign\.mjs\n[^]*?)^```$/m.exec(page) ?? [];
    writeFileSync(join(folder, 'sign.mjs'), text);
    for (const { privateKey } of [KEYS['ecdsa-p384'], KEYS.ed25519]) {
      writeFileSync(join(folder, 'kept.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
      const signer = await open('node sign.mjs');
      expect(isSignature(signer.publicKey, message, await signer.sign(message))).toBe(true);
    }
  });

  it('gives the digest of the curve to a program that signs digests', async () => {
    const file = join(folder, 'asked.json');
    const signer = await open(
      program(
        'asked',
        withKey('ecdsa-p384', `writeFileSync(${JSON.stringify(file)}, JSON.stringify(question)); ${GOOD.replace('HASH', "'sha384'")}`),
      ),
    );
    await signer.sign(message);
    const asked = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    expect(asked).toMatchObject({ version: 'signer.v0', action: 'sign', algorithm: 'ecdsa-p384', keyid: signer.publicKey.keyid });
    expect(Object.keys(asked['digest'] as object)).toEqual(['sha384']);
  });

  it.each([
    ['exits with 1', 'process.exit(1)', /ended with exit 1/],
    ['ends itself by a signal', "process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);", /ended by SIGKILL/],
    ['prints nothing', '', /expected one JSON object/],
    ['prints text', "process.stdout.write('hello')", /expected one JSON object/],
    ['prints two objects', 'print({}); print({})', /expected one JSON object/],
    ['says another version', 'process.stdout.write(\'{"version":"signer.v9"}\')', /expected one JSON object with version signer\.v0/],
    ['gives no key', 'print({})', /expected a public_key/],
    ['gives a bad key', "print({ public_key: 'hello' })", /found something else/],
    [
      'gives a private key',
      "print({ public_key: '-----BEGIN PRIVATE KEY-----\\nAAAA\\n-----END PRIVATE KEY-----\\n' })",
      /found 'PRIVATE KEY'/,
    ],
    ['prints too much', "for (;;) process.stdout.write('x'.repeat(4096))", /printed more than 65536 bytes/],
  ])('refuses a program that %s', async (_what, body, error) => {
    await expect(open(program('bad', body))).toRefuse('E_SIGNER', {}, error);
  });

  it.each([
    [
      'a signature over something else',
      "print({ signature: sign(null, Buffer.from('x'), key).toString('base64') })",
      /a signature that is wrong/,
    ],
    [
      'base64 of another form',
      "print({ signature: sign(null, Buffer.from(question.message, 'base64'), key).toString('base64url') })",
      /expected a signature in base64/,
    ],
    ['no signature', 'print({})', /expected a signature/],
    ['an exit code', 'process.exit(3)', /ended with exit 3/],
  ])('refuses a program that answers with %s', async (_what, body, error) => {
    const signer = await open(program('wrong', withKey('ed25519', body)));
    await expect(signer.sign(message)).toRefuse('E_SIGNER', {}, error);
  });

  it('ends a program that never ends, with what it started', async () => {
    const pids = join(folder, 'pids');
    const script = join(folder, 'never.sh');
    writeFileSync(script, `trap '' TERM; sleep 1000 & echo $$ $! > ${pids}; wait; wait`);
    await expect(open(`sh ${script}`, 700)).toRefuse('E_SIGNER', {}, /did not end in 0\.7 seconds/);
    const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    expect(started.length).toBe(2);
    for (let waited = 0; started.some(isRunning) && waited < 10_000; waited += 20) await wait(20);
    expect(started.filter(isRunning)).toEqual([]);
  });

  it.each([['kms-sign | tee log'], ['kms-sign $KEY'], ["kms-sign 'open"], [''], ['PIN=1234 kms-sign'], ['kms-sign *.pem']])(
    'refuses what only a shell can do: %s',
    async (line) => {
      await expect(open(line)).toRefuse('E_SIGNER', {}, /put it into a script/);
      await expect(open(line)).not.toRefuse('E_SIGNER', {}, /1234/);
    },
  );

  it('refuses a program that does not exist', async () =>
    expect(open('/nonexistent/kms-sign --pin 1234')).toRefuse('E_SIGNER', { program: '/nonexistent/kms-sign' }, /^(?!.*1234)/));
});
