/** Standard input of every kind: what stands in it is judged, never how it arrives. */
import { once } from 'node:events';
import * as fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLinux, pause, refusalIn, scratchFolder, sh, start } from './program.ts';

const folder = scratchFolder();
let expected = '';
let records = '';

beforeAll(() => {
  fs.mkdirSync(join(folder, 'data'));
  for (let i = 0; i < 300; i++) fs.writeFileSync(join(folder, 'data', `${i}`), `${i}`);
  records = sh(folder, 'vacuum data | hashbytes | tee records.jsonl').out;
  expected = sh(folder, 'lock records.jsonl').out;
});

describe.skipIf(!isLinux)('standard input', () => {
  it('may be a socket', async () => {
    const server = createServer((socket) => void pause(100).then(() => socket.end(records))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { exit, out } = await start(folder, ['bash', '-c', `lock < /dev/tcp/127.0.0.1/${port}`]).ended;
    server.close();
    expect([exit, out]).toEqual([0, expected]);
  });

  // Node itself sets its standard input non-blocking when it is read as a stream, and leaves it so.
  it('may be a pipe that another program made non-blocking', () => {
    const nonBlocking = 'process.stdin.on("readable", () => {}); setTimeout(() => process.kill(process.pid, "SIGKILL"), 100)';
    const { exit, out } = sh(
      folder,
      `rm -f over; (until [ -e over ]; do sleep 0.02; done; cat records.jsonl) | (node -e '${nonBlocking}' 2>/dev/null; touch over; lock)`,
    );
    expect([exit, out]).toEqual([0, expected]);
  });

  it('may be a terminal', () => {
    const { exit, out } = sh(folder, `script -qec 'stty -echo -onlcr; lock' /dev/null < records.jsonl`);
    expect([exit, out.includes('"member_count":300')]).toEqual([0, true]);
  });

  it('may come in dribbles that end within a character', () => {
    const slow = `const b = require('fs').readFileSync('records.jsonl'); let i = 0; const step = () => { if (i < b.length) process.stdout.write(b.subarray(i, i += 997), () => setTimeout(step, 1)); }; step();`;
    expect(sh(folder, `node -e "${slow}" | lock`)).toMatchObject({ exit: 0, out: expected });
    expect(sh(folder, `node -e "${slow}" | hashbytes | lock`)).toMatchObject({ exit: 0, out: expected });
  });

  it.each([
    ['lock --force -o IN < IN', 'records.jsonl'],
    ['lock - --force -o ./IN < IN', 'records.jsonl'],
    ['lock verify - -o IN < IN', 'd.lock'],
    ['lock verify - --root data -o IN < IN', 'd.lock'],
    ['lock diff - d.lock --json -o IN < IN', 'other.lock'],
    ['lock diff d.lock - -o way < IN', 'other.lock'],
    ['lock diff d.lock - -o hard < IN', 'other.lock'],
  ])('is not replaced by the output: %s', (line, name) => {
    sh(folder, 'lock records.jsonl --force -o d.lock; cp d.lock other.lock; ln -sf other.lock way; ln -f other.lock hard');
    const before = fs.readFileSync(join(folder, name));
    const { exit, out } = sh(folder, line.replaceAll('IN', name));
    expect([exit, refusalIn(out)]).toMatchObject([2, { code: 'E_IO', detail: { input: 'stdin', error: 'Is an input of the same run' } }]);
    expect(fs.readFileSync(join(folder, name)).equals(before)).toBe(true);
  });

  it.each(['lock', 'hashbytes'])('that is garbage is refused by %s with its line', (tool) => {
    const { exit, out } = sh(folder, `head -c 100000 /dev/urandom | ${tool}`);
    expect([exit, refusalIn(out)]).toMatchObject([2, { code: 'E_BAD_INPUT', detail: { line: 1 } }]);
  });

  it.each(['lock', 'hashbytes'])('that turns into garbage is refused by %s with its line', (tool) => {
    const { exit, out } = sh(folder, `(head -7 records.jsonl; head -c 1000 /dev/urandom | tr -d '\\n') | ${tool}`);
    expect([exit, refusalIn(out)]).toMatchObject([2, { code: 'E_BAD_INPUT', detail: { line: 8 } }]);
  });

  it.each(['lock', 'hashbytes'])('without an end of line is refused by %s after 64 MiB, not held', (tool) => {
    const { exit, out } = sh(folder, `(echo -n '{"path":"'; head -c 80M /dev/zero | tr '\\0' x) | ${tool}`);
    expect([exit, refusalIn(out)]).toMatchObject([
      2,
      { code: 'E_BAD_INPUT', detail: { line: 1, error: expect.stringMatching(/^expected a line of at most \d+ bytes$/) } },
    ]);
  });

  it('may hold a line of many MiB', () => {
    const note = 'x'.repeat(8 << 20);
    fs.writeFileSync(join(folder, 'wide.jsonl'), records.replace('{', `{"note":"${note}",`));
    expect(sh(folder, 'lock < wide.jsonl')).toMatchObject({ exit: 0, out: expected });
    expect(sh(folder, 'hashbytes < wide.jsonl | lock')).toMatchObject({ exit: 0, out: expected });
  });

  it.each(['< /dev/null', '<&-'])('%s holds no records', (nothing) => {
    const { exit, out } = sh(folder, `lock ${nothing}`);
    expect([exit, refusalIn(out).code]).toEqual([2, 'E_EMPTY']);
    expect(sh(folder, `hashbytes ${nothing}`)).toMatchObject({ exit: 0, out: '', err: '' });
  });

  it('that is a folder, or that fails, is refused', () => {
    for (const line of ['lock < data', 'hashbytes < data', 'lock < /proc/$$/mem; exit $?', 'hashbytes < /proc/$$/mem; exit $?']) {
      const { exit, out } = sh(folder, line);
      expect([line, exit, refusalIn(out).code]).toEqual([line, 2, 'E_IO']);
    }
  });
});
