/** Nothing outside the served folder is read: links, special files, hostile documents, and folders that are exchanged while it runs. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isLinux } from '../faults/program.ts';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { trials } from '../helpers/trials.ts';
import { serving } from './serving.ts';

const scratch = scratchFolder('serve-confined');
let count = 0;

/** `evidence` with a lock in `sub`, and beside it `outside`, which has the same names and a secret. */
async function places(): Promise<{ readonly evidence: string; readonly outside: string }> {
  const base = join(scratch, String(count++));
  const [evidence, outside] = [join(base, 'evidence'), join(base, 'outside')];
  for (const [folder, word] of [
    [evidence, 'open'],
    [outside, 'SECRET'],
  ] as const) {
    mkdirSync(join(folder, 'sub/data'), { recursive: true });
    writeFileSync(join(folder, `sub/data/${word}.csv`), `${word}\n`);
    const line = `lock --scan data --created 2026-01-15T10:30:00Z --note ${word} -o d.lock.json --no-witness; pack seal data --note ${word} -o pack --no-witness`;
    expect((await runInProcess(join(folder, 'sub'), line)).exit).toBe(0);
  }
  return { evidence, outside };
}

describe('custody serve', () => {
  it('follows no link, opens no pipe, socket or device, and names what it passes over', async () => {
    const { evidence, outside } = await places();
    symlinkSync(join(outside, 'sub/d.lock.json'), join(evidence, 'link.lock.json'));
    symlinkSync(outside, join(evidence, 'link'));
    symlinkSync('/proc/self/environ', join(evidence, 'environ.json'));
    spawnSync('mkfifo', [join(evidence, 'pipe.json')]);
    const socket = createServer().listen(join(evidence, 'socket.json'));
    onTestFinished(() => void socket.close());
    const server = await serving(evidence);
    const { entries, passed_over: passedOver } = await server.json('/api/evidence');
    expect(entries.map(({ path }: { path: string }) => path).sort()).toEqual(['sub/d.lock.json', 'sub/pack']);
    expect(passedOver.map(({ path, reason }: { path: string; reason: string }) => `${path}: ${reason}`).sort()).toEqual([
      'environ.json: a link, not followed',
      'link.lock.json: a link, not followed',
      'link: a link, not followed',
      'pipe.json: a named pipe, not opened',
      'socket.json: a socket, not opened',
    ]);
    for (const path of ['link.lock.json', 'link/sub/d.lock.json', 'environ.json', 'pipe.json'])
      expect((await server.get(`/api/files?path=${path}`)).status).toBe(404);
    expect((await server.json('/api/search?text=SECRET')).total).toBe(0);
  });

  it.runIf(isLinux)('reads nothing through a folder or a file that became a link after it was listed', async () => {
    const { evidence, outside } = await places();
    const server = await serving(evidence);
    const all = async () =>
      Promise.all(
        [
          'files?path=sub/d.lock.json',
          'files?path=sub/pack',
          'diff?old=sub/d.lock.json&new=sub/d.lock.json',
          'diff?old=sub/pack&new=sub/pack',
        ].map((asked) => server.get(`/api/${asked}`)),
      );
    expect((await all()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    renameSync(join(evidence, 'sub'), join(evidence, 'aside'));
    symlinkSync(join(outside, 'sub'), join(evidence, 'sub'));
    for (const { text } of await all()) expect(text).not.toContain('SECRET');
    rmSync(join(evidence, 'sub'));
    mkdirSync(join(evidence, 'sub'));
    symlinkSync(join(outside, 'sub/d.lock.json'), join(evidence, 'sub/d.lock.json'));
    symlinkSync(join(outside, 'sub/pack'), join(evidence, 'sub/pack'));
    for (const { text } of await all()) expect(text).not.toContain('SECRET');
    const { entries } = await server.json('/api/evidence?refresh=1');
    expect(entries.map(({ path }: { path: string }) => path).sort()).toEqual(['aside/d.lock.json', 'aside/pack']);
    expect(server.errors).toEqual([]);
  });

  it.runIf(isLinux)('stays with the folder that it was started for, and says that another one has its name', async () => {
    const { evidence, outside } = await places();
    const server = await serving(evidence);
    renameSync(evidence, `${evidence}-aside`);
    symlinkSync(outside, evidence);
    const { entries, passed_over: passedOver } = await server.json('/api/evidence?refresh=1');
    expect(entries.map(({ note }: { note: string | null }) => note)).not.toContain('SECRET');
    expect(entries).toHaveLength(2);
    expect(passedOver[0].reason).toContain('another folder has this name since the server was started');
    expect((await server.get('/api/files?path=sub/d.lock.json')).text).not.toContain('SECRET');
    // A folder that is gone is shown as it was left: empty, and nothing else.
    rmSync(`${evidence}-aside`, { recursive: true });
    expect((await server.json('/api/evidence?refresh=1')).entries).toEqual([]);
    expect(server.errors).toEqual([]);
  });

  it.runIf(isLinux)('shows nothing of another folder while somebody exchanges folders for links as fast as possible', async () => {
    const { evidence, outside } = await places();
    const server = await serving(evidence);
    const script =
      'while [ ! -e ../stop ]; do mv sub aside; ln -s "$0/sub" sub; rm sub; mv aside sub; mv sub/d.lock.json kept; ln -s "$0/sub/d.lock.json" sub/; rm sub/d.lock.json; mv kept sub/d.lock.json; done';
    const swapper = spawn('sh', ['-c', script, outside], { cwd: evidence, stdio: 'ignore' });
    const ended = once(swapper, 'close');
    onTestFinished(() => void swapper.kill('SIGKILL'));
    const asked = [
      'evidence?refresh=1',
      'search?text=SECRET',
      'files?path=sub/d.lock.json',
      'files?path=sub/pack',
      'diff?old=sub/pack&new=sub/pack',
    ];
    let answered = 0;
    for (let trial = 0; trial < trials(60, 2000); trial++)
      for (const each of asked) {
        const reply = await server.get(`/api/${each}`).catch(() => null);
        if (reply?.status === 200) answered++;
        expect(reply?.text.replace('"text":"SECRET"', '') ?? '').not.toContain('SECRET');
      }
    writeFileSync(join(evidence, '../stop'), '');
    await ended;
    expect(answered).toBeGreaterThan(0);
    expect(server.errors).toEqual([]);
  });

  it('never uses a path of a document: what leads out of a pack is not opened', async () => {
    const { evidence } = await places();
    writeFileSync(join(evidence, '..', 'up.lock.json'), 'SECRET');
    const manifest = join(evidence, 'sub/pack/manifest.json');
    const text = readFileSync(manifest, 'utf8');
    for (const [index, path] of ['../../../up.lock.json', '/etc/passwd', 'a/../../up', 'x\\u0000y', './x', ''].entries()) {
      const folder = join(evidence, `hostile-${index}`);
      mkdirSync(folder);
      const member = `{"artifact_version":"lock.v0","bytes_hash":"sha256:${'0'.repeat(64)}","path":"${path}","type":"lockfile"}`;
      writeFileSync(join(folder, 'manifest.json'), text.replace('"members":[', `"members":[${member},`));
    }
    const server = await serving(evidence);
    const { entries, not_read: notRead } = await server.json('/api/evidence');
    expect(entries.filter(({ kind }: { kind: string }) => kind === 'pack')).toHaveLength(7);
    expect(notRead).toHaveLength(6);
    for (let index = 0; index < 6; index++) {
      const { text: files, status } = await server.get(`/api/files?path=hostile-${index}`);
      expect(status).toBe(200);
      expect(JSON.parse(files.split('\n', 1)[0] as string).files.map(({ path }: { path: string }) => path)).toEqual([
        `hostile-${index}/manifest.json`,
      ]);
      expect(files).not.toMatch(/SECRET|root:/);
    }
    expect(server.errors).toEqual([]);
  });

  it('names every document that it could not read, and answers for the others', async () => {
    const { evidence } = await places();
    writeFileSync(join(evidence, 'cut.lock.json'), '{"version":"lock.v0","lock_hash":"sha256:');
    writeFileSync(join(evidence, 'deep.lock.json'), `{"lock_hash":"x","members":${'['.repeat(100_000)}`);
    mkdirSync(join(evidence, 'bad'));
    writeFileSync(join(evidence, 'bad/manifest.json'), '{"version":"pack.v1","pack_id":"x","members":[]}');
    writeFileSync(join(evidence, 'bad.tar'), Buffer.alloc(600, 'manifest.json\0'));
    mkdirSync(join(evidence, 'store/blobs'), { recursive: true });
    mkdirSync(join(evidence, 'store/packs'));
    writeFileSync(join(evidence, 'store/packs', `${'0'.repeat(64)}.json`), '{}');
    const server = await serving(evidence);
    const { entries, not_read: notRead, not_read_count: notReadCount } = await server.json('/api/evidence');
    expect(entries.map(({ path }: { path: string }) => path).sort()).toEqual(['sub/d.lock.json', 'sub/pack']);
    expect(notRead.map(({ path }: { path: string }) => path).sort()).toEqual([
      'bad',
      'cut.lock.json',
      'deep.lock.json',
      `store@sha256:${'0'.repeat(64)}`,
    ]);
    expect(notReadCount).toBe(4);
    expect(await server.json('/api/search?text=open')).toMatchObject({ not_read: 4 });
    expect(server.errors).toEqual([]);
  });

  it('gives the files of what it lists: with its seals, and only if they are complete', async () => {
    const { evidence } = await places();
    writeFileSync(join(evidence, 'sub/d.lock.json.seals.jsonl'), 'seals\n');
    const server = await serving(evidence);
    const { text } = await server.get('/api/files?path=sub/d.lock.json');
    const lock = readFileSync(join(evidence, 'sub/d.lock.json'), 'utf8');
    const head = JSON.parse(text.split('\n', 1)[0] as string);
    expect(head.files).toEqual([
      { path: 'd.lock.json', size: lock.length },
      { path: 'd.lock.json.seals.jsonl', size: 6 },
    ]);
    expect(text.slice(text.indexOf('\n') + 1)).toBe(`${lock}seals\n`);
    unlinkSync(join(evidence, 'sub/pack/data/open.csv'));
    const pack = JSON.parse((await server.get('/api/files?path=sub/pack')).text.split('\n', 1)[0] as string);
    expect(pack).toMatchObject({ left_out: [{ path: 'pack/data/open.csv', reason: 'not there' }], left_out_count: 1 });
    writeFileSync(join(evidence, 'sub/pack/data/extra.csv'), 'extra\n');
    symlinkSync('../../../outside/sub/data/SECRET.csv', join(evidence, 'sub/pack/link.csv'));
    const [files, extra] = (await server.get('/api/files?path=sub/pack')).text.split('\n', 2) as [string, string];
    expect(JSON.parse(files)).toMatchObject({
      files: [{ path: 'pack/manifest.json' }, { path: 'pack/data/extra.csv', size: 6 }],
      left_out: [{ path: 'pack/data/open.csv' }, { path: 'pack/link.csv', reason: 'not a regular file' }],
    });
    expect(extra).toContain('extra');
    unlinkSync(join(evidence, 'sub/d.lock.json'));
    expect(JSON.parse((await server.get('/api/files?path=sub/d.lock.json')).text.split('\n', 1)[0] as string)).toMatchObject({
      left_out: [{ path: 'd.lock.json', reason: 'not there' }],
    });
    expect(server.errors).toEqual([]);
  });
});
