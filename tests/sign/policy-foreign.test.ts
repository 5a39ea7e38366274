/** Signatures of other programs, made by these programs, under a policy or under a list of signers of OpenSSH. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { runs } from '../helpers/trials.ts';
import { startTimestampAuthority, type TimestampAuthority } from '../servers/timestamp-authority.ts';
import { debianProgram } from '../set-up/debian-programs.ts';
import { A, B, makeSeal } from './seals.ts';

async function program(name: string, ...packages: readonly string[]): Promise<(cwd: string, ...words: readonly string[]) => void> {
  const found = await debianProgram(name, ...packages);
  if (typeof found === 'string') throw new Error(found);
  return (cwd, ...words) => void execFileSync(found.path, words, { cwd, env: { ...process.env, ...found.env }, stdio: 'pipe' });
}

const [keygen, minisign, signify] = await Promise.all([
  program('ssh-keygen', 'openssh-client'),
  program('minisign'),
  program('signify-openbsd'),
]);
const folder = mkdtempSync(join(tmpdir(), 'custody-policy-'));
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const judged = (line: string): ReturnType<typeof runInProcess> => runInProcess(folder, `custody verify ${line}`);
const exitOf = async (line: string): Promise<number | null> => (await judged(line)).exit;

write('a.csv', 'id,amount\n1,10\n');
for (const name of ['alice', 'bob', 'eve'])
  keygen(folder, '-q', '-t', name === 'bob' ? 'ecdsa' : 'ed25519', '-N', '', '-C', name, '-f', name);
keygen(folder, '-Y', 'sign', '-q', '-f', 'alice', '-n', 'file', 'a.csv');
minisign(folder, '-G', '-W', '-p', 'm.pub', '-s', 'm.sec');
minisign(folder, '-S', '-s', 'm.sec', '-m', 'a.csv');
signify(folder, '-G', '-n', '-p', 's.pub', '-s', 's.sec');
signify(folder, '-S', '-s', 's.sec', '-m', 'a.csv', '-x', 'a.signify');

const keyOf = (name: string): string => read(`${name}.pub`).split(' ').slice(0, 2).join(' ');
const block = (name: string): string => `|\n${read(name).trimEnd().replace(/^/gm, '      ')}`;

interface Signer {
  readonly name: string;
  readonly key: string;
  readonly more?: string;
}

function writePolicy(name: string, signers: readonly Signer[], rule: string, authorities = ''): void {
  const list = signers.map(({ name: who, key, more = '' }) => `  - name: ${who}\n    key: ${key}\n    roles: [${who}]\n${more}`);
  write(name, `version: policy.v0\nsigners:\n${list.join('')}${authorities}rules:\n  - kind: any\n    require: ${rule}\n`);
}

const ALL: readonly Signer[] = [
  { name: 'alice', key: keyOf('alice') },
  { name: 'mini', key: read('m.pub').split('\n')[1] as string },
  { name: 'signify', key: block('s.pub') },
];
writePolicy('all.yaml', ALL, '"3 of [alice, mini, signify]"');
writePolicy('two.yaml', ALL, '"all of [alice, mini]"');
write('allowed', `# who may sign\nalice@example.com ${keyOf('alice')}\nbob@example.com namespaces="file" ${keyOf('bob')} bob\n`);

write('only-bob', read('allowed').split('\n').slice(2).join('\n'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a policy', () => {
  it('counts signatures of ssh-keygen and minisign that lie beside a file', async () => {
    const { exit, out } = await judged('a.csv --policy two.yaml');
    expect({ exit, out }).toMatchObject({ exit: 0, out: expect.stringContaining('all of [alice, mini] met by alice, mini') });
    expect(await exitOf('a.csv --policy all.yaml')).toBe(1);
  });

  it('counts those that are named, and only those', async () => {
    const line = 'a.csv --policy all.yaml --signature a.csv.sig --signature a.csv.minisig';
    expect(await exitOf(line)).toBe(1);
    expect(await exitOf(`${line} --signature a.signify`)).toBe(0);
    expect(await exitOf(`${line} --signature a.csv.sig`)).toBe(1);
    expect(await exitOf('a.csv --signature a.csv.sig --signature a.signify --key alice.pub')).toBe(2);
  });

  it('does not count a signature over other bytes', async () => {
    mkdirSync(join(folder, 'other'), { recursive: true });
    for (const name of ['a.csv.sig', 'a.csv.minisig']) write(`other/${name}`, read(name));
    write('other/a.csv', 'id,amount\n1,11\n');
    const { exit, out } = await judged('other/a.csv --policy two.yaml');
    expect(exit).toBe(1);
    expect(out.match(/BAD: BAD_SIGNATURE/g)).toHaveLength(2);
  });

  it('says that a minisign signature by somebody else was not checked', async () => {
    minisign(folder, '-G', '-W', '-p', 'n.pub', '-s', 'n.sec');
    minisign(folder, '-S', '-s', 'n.sec', '-m', 'a.csv', '-x', 'n.minisig');
    const { exit, out } = await judged('a.csv --policy two.yaml --signature a.csv.sig --signature n.minisig');
    expect({ exit, out }).toMatchObject({ exit: 1, out: expect.stringContaining('1 signature: no key is known to check it with') });
  });

  it('does not count an SSH signature for another purpose', async () => {
    write('git.csv', 'x\n');
    keygen(folder, '-Y', 'sign', '-q', '-f', 'alice', '-n', 'git', 'git.csv');
    writePolicy('file.yaml', [{ name: 'alice', key: keyOf('alice') }], '1 of [alice]');
    writePolicy('git.yaml', [{ name: 'alice', key: keyOf('alice'), more: '    namespaces: [git]\n' }], '1 of [alice]');
    expect((await judged('git.csv --policy file.yaml')).out).toContain('OTHER_NAMESPACE');
    expect(await exitOf('git.csv --policy file.yaml')).toBe(1);
    expect(await exitOf('git.csv --policy file.yaml --namespace git')).toBe(1);
    expect(await exitOf('git.csv --policy git.yaml')).toBe(0);
    expect(await exitOf('git.csv --policy git.yaml --namespace file')).toBe(1);
  });

  it('counts envelopes of other programs, one a line, by the keys that it names', async () => {
    write('b.csv', 'b\n');
    const lines = [A, B].map((by) => JSON.stringify({ ...(JSON.parse(makeSeal({ bytes: 'b\n', by })) as object), extra: 1 }));
    write('b.csv.intoto.jsonl', `${lines.join('\n')}\n`);
    writePolicy(
      'dsse.yaml',
      [A, B].map(({ key }, index) => ({ name: `s${index}`, key: key.fingerprint })),
      '2 of [s0, s1]',
    );
    expect(await exitOf('b.csv --policy dsse.yaml')).toBe(0);
    write('b.csv.intoto.jsonl', `${lines[0]}\n`);
    expect(await exitOf('b.csv --policy dsse.yaml')).toBe(1);
  });

  it('does not stand in for those whom options name', async () => {
    expect(await exitOf('a.csv --policy two.yaml --key alice.pub')).toBe(0);
    expect((await judged('a.csv --policy two.yaml --key eve.pub')).out).toContain('NOT_BY_NAMED');
    write('torn', `${read('allowed')}carol ssh-ed25519 AAAA\n`);
    for (const named of ['', '--signature a.csv.sig --signature a.csv.minisig'])
      expect((await judged(`a.csv --policy two.yaml ${named} --allowed-signers torn`)).out).toContain(
        'not checked: torn line 4: it trusts nobody',
      );
    expect(await exitOf('a.csv --policy two.yaml --key eve.pub')).toBe(1);
    expect(await exitOf('a.csv --policy two.yaml --signature a.csv.sig --signature a.csv.minisig --key eve.pub')).toBe(1);
  });

  it.each(['--at 2026-01-01T00:00:00Z', '--tsa-root x.pem', '--ignore-unsigned-files', '--nonce 01', '--identity alice'])(
    'is not made weaker: %s',
    async (option) => {
      expect(await exitOf(`a.csv --policy two.yaml ${option}`)).toBe(2);
    },
  );
});

it('no combination of options turns a no of a policy into a yes', async () => {
  write('no.yaml', read('two.yaml').replace('all of [alice, mini]', 'all of [alice, mini, signify]'));
  write('none.yaml', read('two.yaml').replace('kind: any', 'kind: pack'));
  const options = [
    '--require "1 of [alice]"',
    '--require "1 of [mini, signify]"',
    '--not-before 2000-01-01T00:00:00Z',
    '--not-after 2999-01-01T00:00:00Z',
    '--max-age 9999d',
    '--algorithms ed25519',
    '--namespace file',
    '--key alice.pub',
    '--key eve.pub',
    '--allowed-signers allowed',
    '--allowed-signers allowed --identity alice@example.com',
  ];
  const failing = ['a.csv --policy no.yaml', 'a.csv --policy none.yaml', 'a.csv --policy only-bob', 'git.csv --policy file.yaml'];
  const combination = fc.subarray(options, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...failing), combination, async (line, chosen) => {
      expect(await exitOf(`${line} ${chosen.join(' ')}`), chosen.join(' ')).toBeGreaterThan(0);
    }),
    runs(600),
  );
});

describe('a list of signers of OpenSSH as a policy', () => {
  it('is met by one of those in it', async () => {
    expect((await judged('a.csv --policy allowed')).out).toContain('1 of the signers in the list met by alice@example.com');
    expect(await exitOf('a.csv --policy allowed')).toBe(0);
    expect(await exitOf('a.csv --policy allowed --signature a.csv.minisig')).toBe(1);
    expect(await exitOf('a.csv --policy only-bob')).toBe(1);
  });

  it('counts seals in any role, and is made stricter by names', async () => {
    write('c.csv', 'c\n');
    const both = '--require "2 of [alice@example.com, bob@example.com]"';
    await runInProcess(folder, 'custody sign c.csv --key bob --role producer');
    expect(await exitOf('c.csv --policy allowed')).toBe(0);
    expect(await exitOf(`c.csv --policy allowed ${both}`)).toBe(1);
    keygen(folder, '-Y', 'sign', '-q', '-f', 'alice', '-n', 'file', 'c.csv');
    expect(await exitOf(`c.csv --policy allowed ${both}`)).toBe(0);
    expect(await exitOf('c.csv --policy allowed --algorithms rsa')).toBe(1);
    expect(await exitOf('c.csv --policy allowed --require-timestamp')).toBe(2);
  });

  it('is judged for the present time, and only for the purposes in it', async () => {
    write('ended', `alice valid-before="20200101Z" ${keyOf('alice')}\n`);
    expect((await judged('a.csv --policy ended')).out).toContain('SIGNER_NOT_VALID');
    write('mail', `alice namespaces="email" ${keyOf('alice')}\n`);
    expect((await judged('a.csv --policy mail')).out).toContain('OTHER_NAMESPACE');
  });

  it('says that certificates are not judged', async () => {
    write('authority', `alice ${keyOf('alice')}\n* cert-authority ${keyOf('eve')}\n`);
    expect((await judged('a.csv --policy authority')).out).toContain('not checked: authority: line 2 trusts nobody');
    keygen(folder, '-q', '-s', 'eve', '-I', 'id', '-n', 'alice', 'alice.pub');
    write('d.csv', 'd\n');
    keygen(folder, '-Y', 'sign', '-q', '-f', 'alice-cert.pub', '-n', 'file', 'd.csv');
    expect(await exitOf('d.csv --policy authority')).toBe(1);
  });
});

const started = await startTimestampAuthority();
afterAll(async () => {
  if (typeof started !== 'string') await started.stop();
});

describe.skipIf(typeof started === 'string')(
  `timestamps over signatures, by openssl${typeof started === 'string' ? ` (skipped: ${started})` : ''}`,
  () => {
    const { url, root } = started as TimestampAuthority;

    it('count for the rules of a policy that names the authority, and are claims for others', async () => {
      write('t.csv', 't\n');
      keygen(folder, '-Y', 'sign', '-q', '-f', 'alice', '-n', 'file', 't.csv');
      writePolicy('time.yaml', [{ name: 'alice', key: keyOf('alice') }], '1 of [alice]', `timestamp_authorities:\n  - root: ${root}\n`);
      expect(await exitOf('t.csv --policy time.yaml')).toBe(0);
      expect(await exitOf('t.csv --policy time.yaml --require-timestamp')).toBe(1);
      expect((await runInProcess(folder, `custody timestamp t.csv.sig --tsa ${url}`)).exit).toBe(0);
      const { exit, out } = await judged('t.csv --policy time.yaml --require-timestamp --max-age 1d');
      expect({ exit, out }).toMatchObject({ exit: 0, out: expect.stringMatching(/alice, trusted: .*at the latest/) });
      expect(out).toContain('not checked: whether a certificate was revoked: lists of revoked certificates are not read');
      expect((await judged('t.csv --policy allowed')).out).toMatch(/alice@example\.com, trusted: .*claimed time/);
      expect(await exitOf('t.csv --policy allowed --require-timestamp')).toBe(2);
    });

    it('over the document itself say nothing about a signature', async () => {
      write('u.csv', 'u\n');
      keygen(folder, '-Y', 'sign', '-q', '-f', 'alice', '-n', 'file', 'u.csv');
      await runInProcess(folder, `custody timestamp u.csv --tsa ${url}`);
      expect(await exitOf('u.csv --policy time.yaml')).toBe(0);
      expect(await exitOf('u.csv --policy time.yaml --require-timestamp')).toBe(1);
      writePolicy(
        'stamp.yaml',
        [{ name: 'alice', key: keyOf('alice') }],
        'nothing\n    timestamp: required',
        `timestamp_authorities:\n  - root: ${root}\n`,
      );
      expect(await exitOf('u.csv --policy stamp.yaml')).toBe(0);
      expect((await judged('a.csv --policy stamp.yaml')).out).toContain('NO_TRUSTED_TIME');
      expect(await exitOf('u.csv --policy stamp.yaml --signature u.csv.tsr')).toBe(0);
      expect(await exitOf('u.csv --policy stamp.yaml --max-age 1s --not-before 2099-01-01T00:00:00Z')).toBe(1);
    });

    it('in a seals file count where the file is named', async () => {
      write('v.csv', 'v\n');
      await runInProcess(folder, 'custody sign v.csv --key bob');
      await runInProcess(folder, `custody timestamp v.csv --tsa ${url}`);
      const line = 'v.csv --signature v.csv.seals.jsonl --key bob.pub';
      expect(await judged(`${line} --tsa-root ${root}`)).toMatchObject({ exit: 0, out: expect.stringContaining('at the latest') });
      expect(await judged(line)).toMatchObject({ exit: 0, out: expect.stringContaining('claimed time') });
      expect(await exitOf(`${line} --tsa-root ${root} --at 2020-01-01T00:00:00Z`)).toBe(1);
    });

    it('make a signature fail that they are not over', async () => {
      writeFileSync(join(folder, 'a.csv.sig.tsr'), readFileSync(join(folder, 't.csv.sig.tsr')));
      expect((await judged('a.csv --policy two.yaml')).out).toContain('TIMESTAMP_OF_OTHER_BYTES');
      expect(await exitOf('a.csv --policy two.yaml')).toBe(1);
      rmSync(join(folder, 'a.csv.sig.tsr'));
    });
  },
);
