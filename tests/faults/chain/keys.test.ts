/** C6, K6: whatever happens while a key pair is made or a tool is signed, there is a whole pair or none, and the old tool or the signed one. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { trials } from '../../helpers/trials.ts';
import { isLinux, pause, scratchFolder, sh, start } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';
import { unprivileged, whyPrivileged } from '../unprivileged.ts';

const folder = scratchFolder('disk');
const at = (path: string): string => join(folder, path);
const modeOf = (path: string): string => (fs.statSync(at(path)).mode & 0o777).toString(8);
let usual = 0;

beforeAll(() => {
  const before = performance.now();
  expect(sh(folder, 'custody chain keygen --user-space first')).toMatchObject({ exit: 0, err: '' });
  usual = performance.now() - before;
});

describe.skipIf(!isLinux)('chain keygen', () => {
  it('killed at any moment leaves a whole pair or none, and the next keygen leaves nothing else behind', async () => {
    const results = new Set<string>();
    const times = trials(4, 24);
    for (let i = 0; i < times; i++) {
      const space = `killed-${i}`;
      const run = start(folder, ['custody', 'chain', 'keygen', '--user-space', space]);
      if (i > 0) await pause(usual * (0.3 + (0.8 * i) / times));
      run.kill('SIGKILL');
      await run.ended;
      const isThere = fs.existsSync(at(`${space}/keys`));
      results.add(isThere ? 'pair' : 'none');
      const again = await runInProcess(folder, `custody chain keygen --user-space ${space}`);
      expect(again).toMatchObject(isThere ? { exit: 2, out: expect.stringContaining('"E_KEY"') as string } : { exit: 0, err: '' });
      expect(fs.readdirSync(at(`${space}/keys`))).toEqual(['private_key.pem', 'public_key.pem']);
      fs.writeFileSync(at(`${space}.py`), 'x\n');
      expect(await runInProcess(folder, `custody chain sign ${space}.py --user-space ${space}`)).toMatchObject({ exit: 0, err: '' });
      expect(fs.readdirSync(at(space)).filter((name) => name.startsWith('.'))).toEqual([]);
    }
    expect(results).toContain('none');
  });

  it('by many at once makes one pair, and the others are refused', async () => {
    const runs = Array.from({ length: 6 }, () => start(folder, ['custody', 'chain', 'keygen', '--user-space', 'crowd', '--no-witness']));
    const ended = await Promise.all(runs.map((run) => run.ended));
    expect(ended.filter(({ exit }) => exit === 0)).toHaveLength(1);
    for (const { exit, out } of ended) if (exit !== 0) expect([exit, out]).toEqual([2, expect.stringContaining('"E_KEY"')]);
    expect(fs.readdirSync(at('crowd')).sort()).toEqual(['keys', 'trusted_keys']);
    expect(fs.readdirSync(at('crowd/keys'))).toEqual(['private_key.pem', 'public_key.pem']);
    expect(fs.readdirSync(at('crowd/trusted_keys'))).toHaveLength(1);
  });

  it.each(['000', '022', '027', '077'])('sets its modes also under umask %s', (umask) => {
    expect(sh(folder, `umask ${umask}; custody chain keygen --user-space mask-${umask} --no-witness`)).toMatchObject({ exit: 0, err: '' });
    const modes = ['keys', 'keys/private_key.pem', 'keys/public_key.pem', 'trusted_keys'].map((name) => modeOf(`mask-${umask}/${name}`));
    expect(modes).toEqual(['700', '600', '644', '700']);
    const [trusted] = fs.readdirSync(at(`mask-${umask}/trusted_keys`));
    expect(modeOf(`mask-${umask}/trusted_keys/${trusted}`)).toBe('644');
  });

  it.skipIf(unprivileged === null)(`in a folder that cannot be written is refused ${unprivileged === null ? whyPrivileged : ''}`, () => {
    fs.mkdirSync(at('shut'));
    fs.chmodSync(at('shut'), 0o555);
    const { exit, out } = sh(folder, `${unprivileged} custody chain keygen --user-space shut --no-witness`);
    expect([exit, out]).toEqual([2, expect.stringContaining('"E_IO"')]);
    expect(fs.readdirSync(at('shut'))).toEqual([]);
  });
});

describe.skipIf(!isLinux)('chain sign', () => {
  it.skipIf(unprivileged === null)(
    `says that it cannot read the key, and leaves a tool it cannot replace ${unprivileged === null ? whyPrivileged : ''}`,
    () => {
      fs.mkdirSync(at('tools'));
      fs.writeFileSync(at('tools/a.py'), 'x\n');
      fs.chmodSync(at('tools'), 0o555);
      expect(sh(folder, `${unprivileged} custody chain sign tools/a.py --user-space first`)).toMatchObject({
        exit: 2,
        out: expect.stringContaining('cannot sign tool tools/a.py: Permission denied') as string,
      });
      expect(fs.readFileSync(at('tools/a.py'), 'utf8')).toBe('x\n');
      fs.chmodSync(at('first/keys/private_key.pem'), 0);
      expect(sh(folder, `${unprivileged} custody chain sign tools/a.py --user-space first`)).toMatchObject({
        exit: 2,
        out: expect.stringContaining('Permission denied') as string,
      });
      fs.chmodSync(at('first/keys/private_key.pem'), 0o600);
    },
  );

  it('by many at once leaves one whole signature', async () => {
    fs.writeFileSync(at('crowded.py'), 'print(1)\n');
    const runs = Array.from({ length: 6 }, () =>
      start(folder, ['custody', 'chain', 'sign', 'crowded.py', '--user-space', 'first', '--no-witness']),
    );
    const ended = await Promise.all(runs.map((run) => run.ended));
    expect(ended.some(({ exit }) => exit === 0)).toBe(true);
    for (const { exit, out } of ended) if (exit !== 0) expect(out).toContain('changed while it was signed');
    expect(fs.readFileSync(at('crowded.py'), 'utf8')).toMatch(/^# rye:signed:[^\n]+\nprint\(1\)\n$/);
    expect((await runInProcess(folder, 'custody chain sign crowded.py --user-space first --no-witness')).out).toBe(
      'unchanged crowded.py\n',
    );
  });
});
