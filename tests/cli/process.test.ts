import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const bin = fileURLToPath(new URL('../../bin', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'process-'));
const env = { PATH: `${bin}:${process.env['PATH']}`, HOME: folder };

function sh(script: string): { exit: number | null; out: string; err: string } {
  const result = spawnSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8', timeout: 240_000 });
  return { exit: result.status, out: result.stdout, err: result.stderr };
}

beforeAll(() => {
  writeFileSync(join(folder, 'lines'), `${'x'.repeat(99)}\n`.repeat(1000));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the executables', () => {
  it.each(readdirSync(bin).filter((name) => !name.includes('.')))('%s runs from any folder and through a link', (name) => {
    symlinkSync(join(bin, name), join(folder, `link-${name}`));
    const expected = `${name} ${JSON.parse(readFileSync(join(bin, '..', 'package.json'), 'utf8')).version}\n`;
    expect(sh(`./link-${name} --version`)).toEqual({ exit: 0, out: expected, err: '' });
  });

  it('lead from a folder to records through real pipes, and leave one unbroken chain', () => {
    const pipeline = sh('mkdir -p data && echo hello > data/a.txt && vacuum data | hashbytes');
    expect(pipeline).toMatchObject({ exit: 0, err: '' });
    expect(pipeline.out).toContain('"bytes_hash":"sha256:5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"');
    expect(sh('custody witness verify')).toMatchObject({ exit: 0, err: '' });
  });

  it('end quietly when the reader goes away', () => {
    const many = sh('mkdir -p many && cd many && touch file-{1..4000} && vacuum . --no-witness | head -1 | wc -l; echo ${PIPESTATUS[0]}');
    expect(many.err).toBe('');
    expect(many.out.trim().split('\n').map(Number)).toEqual([1, 141]);
  });

  it('say so when the disk behind standard output is full', () => {
    const { exit, err } = sh('lock --help > /dev/full');
    expect([exit, err]).toEqual([2, 'lock: cannot write standard output: No space left on device\n']);
  });

  it('survive a closed standard error', () => expect(sh('lock --bogus 2>&-').exit).toBe(2));

  it('write everything to a slow reader that left the pipe non-blocking', () => {
    const reader = `const { stdin } = process; let n = 0; stdin.on('data', (d) => { n += d.length; stdin.pause(); setTimeout(() => stdin.resume(), 5); });
      stdin.on('end', () => console.log(n));`;
    writeFileSync(join(folder, 'reader.mjs'), reader);
    const { out, err } = sh(`mkdir -p wide && cd wide && touch wide-{1..3000} && vacuum . --no-witness > ../all && cd .. && \
      (cd wide && vacuum . --no-witness) | node reader.mjs; wc -c < all`);
    expect(err).toBe('');
    const [read, written] = out.trim().split('\n').map(Number);
    expect(read).toBe(written);
  });

  it('keep their result where the part of the program is missing that writes its record', () => {
    const place = join(folder, 'replaced');
    const root = join(bin, '..');
    execFileSync('bash', [
      '-c',
      `mkdir ${place} && cp -r ${bin} ${place}/bin && cp -r ${root}/dist ${root}/package.json ${place} && \
      ln -s ${root}/node_modules ${place}/node_modules && rm ${place}/dist/*/record.cjs`,
    ]);
    const { exit, out, err } = sh('mkdir -p one && echo 1 > one/1 && ./replaced/bin/lock --scan one');
    expect([exit, JSON.parse(out).member_count]).toEqual([0, 1]);
    expect(err).toMatch(/^lock: witness append warning: Cannot find module '\.\/record\.cjs'\n$/);
  });

  it('tell what to do when the program is not built', () => {
    const copy = join(folder, 'copy');
    execFileSync('bash', ['-c', `mkdir -p ${copy} && cp -r ${bin} ${copy}/bin && echo '{"type":"module"}' > ${copy}/package.json`]);
    expect(sh('./copy/bin/lock --version')).toEqual({ exit: 2, out: '', err: 'lock: not built yet; run npm ci first\n' });
    expect(existsSync(join(copy, 'dist'))).toBe(false);
  });
});
