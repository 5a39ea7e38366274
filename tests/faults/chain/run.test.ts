/** K7: what runs is what was checked, whatever happens to the files meanwhile, and nothing is left of it afterwards. */
import * as fs from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { toolText, writeChain } from '../../chain/spaces.ts';
import { trials } from '../../helpers/trials.ts';
import { type Ended, isLinux, pause, type Running, scratchFolder, sh, start } from '../program.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = scratchFolder();
const at = (path: string): string => join(folder, path);
const env = { USER_SPACE: at('user'), SYSTEM_SPACE: at('system'), TMPDIR: at('copies') };
const RUN = 'custody chain run say/hello --allow-unsigned';

/** A runtime that says that it runs, and opens the tool only when it is told to. */
const WAITING = `command: sh
  args: ["-c", "echo > \\"$2/started\\"; cat \\"$2/go\\"; exec sh \\"$1\\"", "sh", "{tool_path}", "{project_path}"]`;

async function prepare(body: string, config?: string): Promise<void> {
  writeChain(folder, body, config);
  expect((await runInProcess(folder, 'custody chain lock say/hello', env)).exit).toBe(0);
}

const run = (line: string): Ended => sh(folder, line, env);
const begin = (...options: readonly string[]): Running => start(folder, ['bash', '-c', `exec ${[RUN, ...options].join(' ')}`], env);
const copies = (): string[] => fs.readdirSync(at('copies'));

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

beforeEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(at('copies'), { recursive: true, mode: 0o700 });
});

describe.skipIf(!isLinux)('a tool that is rewritten by another process', () => {
  async function swappedWhileWaiting(...options: readonly string[]): Promise<string> {
    await prepare('echo verified', WAITING);
    sh(folder, 'mkfifo go');
    const running = begin(...options);
    await until(() => fs.existsSync(at('started')));
    fs.writeFileSync(at('.ai/tools/say/hello.sh'), toolText('echo swapped'));
    sh(folder, 'echo > go');
    const { exit, out } = await running.ended;
    expect(exit).toBe(0);
    return out.trim();
  }

  it('between check and start, runs as it was checked', async () => {
    expect(await swappedWhileWaiting()).toBe('verified');
  });

  it('between check and start, runs as it is now where that was asked for: in place', async () => {
    expect(await swappedWhileWaiting('--in-place')).toBe('swapped');
  });

  it('all the time, runs as it is pinned or not at all', async () => {
    await prepare('echo verified');
    fs.writeFileSync(at('other.sh'), toolText('echo swapped'));
    const swapping = `while :; do cp other.sh x && mv x .ai/tools/say/hello.sh; cp good.sh x && mv x .ai/tools/say/hello.sh; done`;
    const runs = `cp .ai/tools/say/hello.sh good.sh; ${swapping} & for i in {1..${trials(8, 25)}}; do ${RUN} --no-witness; done; kill $!`;
    const seen = new Set<string>();
    // The other tool may be there whenever a run begins.
    for (let tries = 0; !seen.has('verified'); tries++) {
      expect(tries).toBeLessThan(20);
      const { out, err } = run(runs);
      expect(err).toBe('');
      for (const line of out.split('\n')) if (/^(verified|swapped)$|"code"/.test(line)) seen.add(line);
    }
    expect([...seen].filter((line) => line !== 'verified' && line !== '    "code": "E_DRIFT",')).toEqual([]);
    expect(copies()).toEqual([]);
  });
});

describe.skipIf(!isLinux)('a file of the same bytes in a nearer space', () => {
  it.each(['', '--in-place', '--unlocked'])('is refused and never run %s', async (option) => {
    await prepare(`touch ran`);
    fs.cpSync(at('user/tools/runtimes'), at('.ai/tools/runtimes'), { recursive: true });
    const { exit, out } = run(`${RUN} ${option}`);
    const { refusal } = JSON.parse(out);
    expect([exit, refusal.code, refusal.detail.findings[0].kind]).toEqual([2, 'E_DRIFT', 'SHADOWED']);
    expect(fs.existsSync(at('ran'))).toBe(false);
  });
});

describe.skipIf(!isLinux)('the streams of a tool', () => {
  it('are those of the program: input is read by the tool alone', async () => {
    await prepare('read line; echo "tool: $line"');
    expect(run(`printf '1\\n2\\n' | { ${RUN}; cat; }`)).toMatchObject({ exit: 0, out: 'tool: 1\n2\n', err: '' });
  });

  it('pass every byte, also to a slow reader', async () => {
    await prepare('head -c 50000000 /dev/zero; echo end >&2');
    expect(run(`${RUN} | { sleep 0.3; wc -c; }`)).toMatchObject({ out: '50000000\n', err: 'end\n' });
  });

  it('end the tool when its reader goes away', async () => {
    await prepare('exec yes');
    expect(run(`${RUN} | head -1; echo \${PIPESTATUS[0]}`)).toMatchObject({ exit: 0, out: 'y\n141\n', err: '' });
    expect(copies()).toEqual([]);
  });

  it('may be closed', async () => {
    await prepare('echo nowhere; exit 6');
    expect(run(`${RUN} >&- 2>&- <&-; echo $?`).out).toBe('6\n');
    expect(copies()).toEqual([]);
  });
});

describe.skipIf(!isLinux)('the end of a tool', () => {
  it.each([0, 2, 255])('with %i is the end of the program', async (code) => {
    await prepare(`exit ${code}`);
    expect(run(RUN)).toMatchObject({ exit: code, out: '', err: '' });
  });

  it('by a signal is 128 and its number', async () => {
    await prepare('kill -9 $$');
    expect(run(`${RUN}; echo $?`).out).toBe('137\n');
  });

  it('after its time is 124, and nothing it has started goes on', async () => {
    await prepare('sleep 98765 & echo $! > child; wait', 'command: sh\n  args: ["{tool_path}"]\n  timeout: 3');
    expect(run(`${RUN}; echo $?`)).toMatchObject({ exit: 0, out: '124\n', err: '' });
    const child = `/proc/${fs.readFileSync(at('child'), 'utf8').trim()}`;
    // Whoever inherits it may take a while to notice its end.
    await until(() => !fs.existsSync(child));
    expect(copies()).toEqual([]);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
    ['SIGHUP', 129],
    ['SIGQUIT', 131],
  ] as const)('by %s to the program is that of the tool, and is recorded', async (signal, code) => {
    await prepare('ulimit -c 0; echo > ready; exec sleep 99');
    const running = begin();
    await until(() => fs.existsSync(at('ready')));
    running.kill(signal);
    expect(await running.ended).toMatchObject({ exit: code, out: '', err: '' });
    expect(copies()).toEqual([]);
    const [last] = fs.readFileSync(at('.epistemic/witness.jsonl'), 'utf8').trim().split('\n').slice(-1) as [string];
    expect(JSON.parse(last)).toMatchObject({ outcome: 'CHAIN_RAN', exit_code: code });
  });

  it('is its own choice when it is told to end', async () => {
    await prepare(`trap 'echo cleaned; exit 9' TERM; echo > ready; while :; do sleep 0.05; done`);
    const running = begin();
    await until(() => fs.existsSync(at('ready')));
    running.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ exit: 9, out: 'cleaned\n' });
  });
});

describe.skipIf(!isLinux)('the private copy', () => {
  it('can be read by nobody else, whatever the mask', async () => {
    await prepare('stat -c %a "$0" "${0%/*}"');
    expect(run(`umask 0; ${RUN}`).out).toBe('400\n700\n');
    expect(run(`umask 077; ${RUN}`).out).toBe('400\n700\n');
  });

  it('has no neighbours; in place the tool has its own', async () => {
    await prepare('. "${0%/*}/neighbour"');
    fs.writeFileSync(at('.ai/tools/say/neighbour'), 'echo from the neighbour\n');
    expect(run(RUN)).toMatchObject({ exit: 2, out: '', err: expect.stringContaining('neighbour') as string });
    expect(run(`${RUN} --in-place`)).toMatchObject({ exit: 0, out: 'from the neighbour\n', err: '' });
  });

  it('is left by a run that was killed while its tool goes on, and removed by a run after the tool has ended', async () => {
    await prepare('echo $$ > begun; mv begun ready; exec sleep 600 > /dev/null 2>&1');
    const running = begin();
    await until(() => fs.existsSync(at('ready')));
    running.kill('SIGKILL');
    await running.ended;
    const [left] = copies() as [string];
    expect(fs.statSync(at(`copies/${left}`)).mode & 0o777).toBe(0o700);
    const tool = Number(fs.readFileSync(at('ready'), 'utf8'));
    fs.writeFileSync(at('.ai/tools/say/hello.sh'), toolText('exit 0'));
    run(`custody chain update say/hello; ${RUN}`);
    expect(copies()).toEqual([left]);
    process.kill(tool, 'SIGKILL');
    await until(() => {
      run(RUN);
      return copies().length === 0;
    });
  });
});
