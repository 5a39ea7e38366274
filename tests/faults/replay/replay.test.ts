/** What `replay verify` does where files may not be read or written, are no files, lead elsewhere or are too much: one JSON object, always. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ReplayResult } from '../../replay/bundle.ts';
import { embeddedDigest } from '../../replay/reference.ts';
import { canMount, shMounted, whyNoMounts } from '../own-mounts.ts';
import { type Ended, isLinux, scratchFolder, sh } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';
import { unprivileged, whyPrivileged } from '../unprivileged.ts';

const folder = scratchFolder();
const at = (path: string): string => join(folder, 'b', path);
const DRAFT = '{"expected_hash_v1":"","state":1}';
const CLAIM = '{"claim_id":"1"}';
const HASH = embeddedDigest({ 'snapshot.json': DRAFT, 'claims/1.json': CLAIM });
const BLESSED = DRAFT.replace('""', `"${HASH}"`);

beforeEach(() => {
  sh(folder, 'chmod -R u+rwX b; rm -rf b outside');
  fs.mkdirSync(at('claims'), { recursive: true });
  fs.mkdirSync(join(folder, 'outside'));
  fs.writeFileSync(at('snapshot.json'), BLESSED);
  fs.writeFileSync(at('claims/1.json'), CLAIM);
  fs.writeFileSync(join(folder, 'outside/secret.json'), '"secret"');
});

const resultOf = ({ exit, out, err }: Omit<Ended, 'made'>): ReplayResult & { readonly exit: number | null; readonly err: string } => ({
  ...(JSON.parse(out) as ReplayResult),
  exit,
  err,
});
const verify = (flags = '') => resultOf(sh(folder, `custody replay verify --bundle b ${flags}`));

/** In the process of the test: no file is a pipe, none is too long. */
const verifyHere = async (flags = '') => resultOf(await runInProcess(folder, `custody replay verify --bundle b ${flags}`));

describe.skipIf(unprivileged === null)(
  `what may not be read or written${unprivileged === null ? ` (skipped: ${whyPrivileged})` : ''}`,
  () => {
    const verifyPowerless = (flags = '') => resultOf(sh(folder, `${unprivileged} custody replay verify --bundle b ${flags}`));

    it.each([
      ['a claim', 'claims/1.json', 0o000],
      ['a folder of claims', 'claims', 0o000],
      ['a folder of claims that may be listed, not entered', 'claims', 0o444],
      ['a folder of claims that may be entered, not listed', 'claims', 0o311],
    ])('%s: invalid input that names it, never a verdict without it', (_, path, mode) => {
      fs.chmodSync(at(path), mode);
      for (const flags of ['', '--profile go-bytes', '--write-expected']) {
        const result = verifyPowerless(flags);
        expect([result.exit, result.ok, result.got, result.err]).toEqual([4, false, '', '']);
        expect(result.message).toMatch(new RegExp(`b/${path}.*permission denied`, 'i'));
      }
    });

    it('snapshot.json: invalid input, not "not found"', () => {
      fs.chmodSync(at('snapshot.json'), 0o000);
      const result = verifyPowerless();
      expect([result.exit, result.ok, result.write_reason]).toEqual([4, false, 'none']);
      expect(result.message).toMatch(/snapshot\.json.*permission denied/i);
      expect(verifyPowerless('--write-expected').write_reason).toBe('io_error');
    });

    it('the bundle with --write-expected: io_error, exit 5, still one JSON object with the hash', () => {
      fs.writeFileSync(at('snapshot.json'), DRAFT);
      fs.chmodSync(at(''), 0o555);
      const result = verifyPowerless('--write-expected');
      expect(result).toMatchObject({
        exit: 5,
        err: '',
        ok: false,
        wrote_expected: false,
        write_blocked: true,
        write_reason: 'io_error',
        got: HASH,
      });
      expect(result.message).toMatch(/permission denied/i);
      expect([fs.readFileSync(at('snapshot.json'), 'utf8'), fs.readdirSync(at('')).sort()]).toEqual([DRAFT, ['claims', 'snapshot.json']]);
    });

    it('snapshot.json with --write-expected, in a folder that may be: io_error, as if it were written in place', () => {
      fs.writeFileSync(at('snapshot.json'), DRAFT);
      fs.chmodSync(at('snapshot.json'), 0o444);
      sh(folder, 'chmod 777 b');
      const result = verifyPowerless('--write-expected');
      expect([result.exit, result.write_reason, result.wrote_expected]).toEqual([5, 'io_error', false]);
      expect(result.message).toMatch(/^write snapshot\.json: permission denied$/i);
      expect([fs.readFileSync(at('snapshot.json'), 'utf8'), fs.readdirSync(at('')).sort()]).toEqual([DRAFT, ['claims', 'snapshot.json']]);
    });

    it('the bundle with --write-expected and a real hash: blocked all the same', () => {
      fs.chmodSync(at(''), 0o555);
      expect(verifyPowerless('--write-expected')).toMatchObject({ exit: 3, ok: true, write_reason: 'existing_expected_present' });
    });
  },
);

describe.skipIf(!canMount)(`a disk${whyNoMounts}`, () => {
  const judged = (options: string, script: string) => {
    const { exit, out, err } = shMounted(
      folder,
      options,
      `cp -r b disk/b; ${script}; code=$?; echo; ls -A disk/b; cat disk/b/snapshot.json; exit $code`,
    );
    const [json = '', rest = ''] = out.split('\n}\n');
    return { result: resultOf({ exit, out: `${json}\n}`, err }), left: rest.trim().split('\n') };
  };
  const verifyThere = 'custody replay verify --bundle disk/b --write-expected';
  const failed = { exit: 5, err: '', ok: false, wrote_expected: false, write_blocked: true, write_reason: 'io_error', got: HASH };

  beforeEach(() => fs.writeFileSync(at('snapshot.json'), DRAFT));

  it('that is read-only: io_error, exit 5', () => {
    const { result, left } = judged('size=64k', `mount -o remount,bind,ro disk; ${verifyThere}`);
    expect(result).toMatchObject(failed);
    expect(result.message).toMatch(/read-only file system/i);
    expect(left).toEqual(['claims', 'snapshot.json', DRAFT]);
  });

  it('that is full: io_error, exit 5, the old file and nothing beside it', () => {
    const { result, left } = judged('size=64k', `cat /dev/zero > disk/full 2> /dev/null; ${verifyThere}`);
    expect(result).toMatchObject(failed);
    expect(result.message).toMatch(/no space left on device/i);
    expect(left).toEqual(['claims', 'snapshot.json', DRAFT]);
  });

  it('that is full, for the result: exit 5, and what was written to the bundle is told on standard output', () => {
    const { exit, out, err } = shMounted(
      folder,
      'size=64k',
      'cat /dev/zero > disk/full 2> /dev/null; custody replay verify --bundle b --write-expected --output disk/result.json',
    );
    const result = resultOf({ exit, out, err });
    expect(result).toMatchObject({ exit: 5, err: '', ok: false, ref: 'b', got: HASH, wrote_expected: true, write_reason: 'placeholder' });
    expect(result.message).toMatch(/^write disk\/result\.json: no space left on device$/i);
    expect(fs.readFileSync(at('snapshot.json'), 'utf8')).toBe(BLESSED);
  });

  it('that has no room for one more file: io_error, exit 5', () => {
    const { result, left } = judged('nr_inodes=5', verifyThere);
    expect(result).toMatchObject(failed);
    expect(left).toEqual(['claims', 'snapshot.json', DRAFT]);
  });
});

describe.skipIf(!isLinux)('what is no file', () => {
  it.each(['claims/2.json', 'units/u.json', 'snapshot.json'])('a pipe as %s is refused and never opened', (path) => {
    sh(folder, `cd b; mkdir -p units; rm -f ${path}; mkfifo ${path}`);
    for (const flags of ['', '--profile go-bytes', '--write-expected']) {
      const result = verify(flags);
      expect([result.exit, result.ok, result.got]).toEqual([4, false, '']);
      expect(result.message).toContain(path);
    }
    const { exit, out } = sh(
      folder,
      'rm -rf t; mkdir -p t/snapshots; mv b t/snapshots/b; custody replay verify --all t; code=$?; mv t/snapshots/b b; exit $code',
    );
    const [only] = (JSON.parse(out) as { results: ReplayResult[] }).results;
    expect([exit, only?.message]).toEqual([4, expect.stringContaining(path)]);
  });

  it('a device as a claim is refused', () => {
    fs.symlinkSync('/dev/zero', at('claims/2.json'));
    expect(verify()).toMatchObject({ exit: 4, ok: false, got: '' });
  });

  it('a folder as snapshot.json is invalid input', () => {
    fs.rmSync(at('snapshot.json'));
    fs.mkdirSync(at('snapshot.json'));
    expect(verify()).toMatchObject({ exit: 4, ok: false, got: '' });
  });

  it('standard output that takes nothing: told on standard error, exit 5', () => {
    const { exit, err } = sh(folder, 'custody replay verify --bundle b > /dev/full');
    expect([exit, err]).toEqual([
      5,
      'replay: cannot write standard output: No space left on device; the run itself ended with REPLAY_OK\n',
    ]);
  });
});

describe('links out of the bundle', () => {
  it.each([
    ['a claim', 'claims/2.json', '../../outside/secret.json'],
    ['a claim, absolute', 'claims/2.json', join(folder, 'outside/secret.json')],
    ['a folder of claims', 'meaning', '../outside'],
    ['snapshot.json', 'snapshot.json', '../outside/secret.json'],
    ['a claim that leads nowhere', 'claims/2.json', '../../outside/none.json'],
  ])('%s is refused by name, and its content not told', async (_, path, target) => {
    fs.rmSync(at(path), { force: true });
    fs.symlinkSync(target, at(path));
    for (const flags of ['', '--profile go-bytes', '--write-expected']) {
      const result = await verifyHere(flags);
      expect([result.exit, result.ok, result.got]).toEqual([4, false, '']);
      expect(result.message).toContain(path);
      expect(JSON.stringify({ ...result, trace: [] })).not.toContain('"secret"');
    }
    expect(fs.readFileSync(join(folder, 'outside/secret.json'), 'utf8')).toBe('"secret"');
  });
});

describe('links and names within the bundle', () => {
  it('a link that stays inside is followed, and written through', async () => {
    sh(
      folder,
      'cd b; mkdir inner; mv snapshot.json inner/real.json; ln -s inner/real.json snapshot.json; mv claims meant; ln -s meant claims',
    );
    expect(await verifyHere()).toMatchObject({ exit: 0, ok: true, got: HASH });
    fs.writeFileSync(at('inner/real.json'), DRAFT);
    expect(await verifyHere('--write-expected')).toMatchObject({ exit: 2, wrote_expected: true });
    expect(fs.readFileSync(at('inner/real.json'), 'utf8')).toBe(BLESSED);
    expect([fs.readlinkSync(at('snapshot.json')), fs.readdirSync(at('inner'))]).toEqual(['inner/real.json', ['real.json']]);
  });

  it('a bundle that is itself a link is followed', async () => {
    sh(folder, 'rm -f way; ln -s b way');
    expect(resultOf(await runInProcess(folder, 'custody replay verify --bundle way'))).toMatchObject({ exit: 0, ref: 'way', got: HASH });
  });

  it.skipIf(!isLinux)('a claim whose name is not UTF-8 is refused, not passed over', async () => {
    sh(folder, "printf 1 > b/claims/$'\\xff'.json");
    expect(fs.readdirSync(at('claims'))).toHaveLength(2);
    const result = await verifyHere();
    expect([result.exit, result.ok, result.got]).toEqual([4, false, '']);
    expect(result.message).toMatch(/b\/claims.*not UTF-8/);
  });
});

describe('too much', () => {
  it('a claim of more than 64 MiB: invalid input', () => {
    fs.writeFileSync(at('claims/2.json'), '');
    fs.truncateSync(at('claims/2.json'), (64 << 20) + 1);
    const result = verify();
    expect([result.exit, result.ok, result.got]).toEqual([4, false, '']);
    expect(result.message).toMatch(/b\/claims\/2\.json: longer than 67108864 bytes/);
  });

  it('a million values and more: invalid input', () => {
    for (const name of ['2', '3', '4']) fs.writeFileSync(at(`claims/${name}.json`), `[0${',0'.repeat(400_000)}]`);
    const result = verify();
    expect([result.exit, result.ok, result.got]).toEqual([4, false, '']);
    expect(result.message).toMatch(/values/);
  });

  it.each([
    ['64 MiB of brackets as snapshot.json', 'snapshot.json', '['],
    ['64 MiB of brackets as a claim', 'claims/2.json', '['],
    ['64 MiB of nested objects as a claim', 'claims/2.json', '{"a":'],
  ])('%s: invalid input', (_, path, piece) => {
    fs.writeFileSync(at(path), piece.repeat((64 << 20) / piece.length));
    for (const flags of ['', '--profile go-bytes']) {
      const result = verify(flags);
      expect([result.exit, result.ok, result.got, result.err]).toEqual([4, false, '', '']);
      expect(result.message).toMatch(new RegExp(`${path}.*128`));
    }
  });

  it('10,000 claims are judged', () => {
    for (let i = 0; i < 10_000; i++) fs.writeFileSync(at(`claims/c${i}.json`), `${i}`);
    const result = verify();
    expect([result.exit, result.trace.length]).toEqual([2, 10_004]);
  });
});
