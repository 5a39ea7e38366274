/** Scans and checks of objects on a real S3 server, which pages its lists, honours conditions, and takes every key. */
import { createHash, createHmac } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inParallel } from '#store/parallel-store';
import { openS3Store } from '#store/s3/store';
import { runInProcess } from '../faults/run-in-process.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { noRadosgw, startRadosgw } from '../set-up/radosgw.ts';
import type { StartedS3 } from '../set-up/s3rver.ts';
import { A, makeSeal } from '../sign/seals.ts';
import { samplePack } from './sample-pack.ts';

/** Sends a path as it is: a URL would resolve its dots. */
function put({ env, port }: StartedS3, path: string, body: Uint8Array): Promise<number | undefined> {
  const hmac = (key: string | Uint8Array, text: string) => createHmac('sha256', key).update(text).digest();
  const hex = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${date.slice(0, 8)}/us-east-1/s3/aws4_request`;
  const escaped = path
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`))
    .join('/');
  const headers = { host: `127.0.0.1:${port}`, 'x-amz-content-sha256': hex(body), 'x-amz-date': date };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}`);
  const canonical = ['PUT', escaped, '', ...lines, '', names, hex(body)].join('\n');
  const signed = ['AWS4-HMAC-SHA256', date, scope, hex(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Uint8Array>((secret, part) => hmac(secret, part), `AWS4${env['AWS_SECRET_ACCESS_KEY']}`);
  const signature = createHmac('sha256', key).update(signed).digest('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${env['AWS_ACCESS_KEY_ID']}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'PUT',
      path: escaped,
      headers: { ...headers, authorization, 'content-length': body.length },
    });
    sent.on('error', reject).on('response', (answer) => resolve(answer.resume().statusCode));
    sent.end(body);
  });
}

describe.skipIf(noRadosgw !== undefined)('objects on radosgw', () => {
  const scratch = scratchFolder('s3-radosgw');
  let server: StartedS3;
  beforeAll(async () => {
    server = await startRadosgw();
    expect(await put(server, '/evidence', Buffer.alloc(0))).toBe(200);
  }, 120_000);
  afterAll(() => server?.stop());
  const run = (line: string) => runInProcess(scratch, line, { ...server.env, SOURCE_DATE_EPOCH: '1768473000' });

  async function putAll(count: number, keyOf: (number: number) => string, bytesOf: (number: number) => Uint8Array): Promise<void> {
    const jobs = Array.from({ length: 16 }, async (_, job) => {
      for (let at = job; at < count; at += 16) expect(await put(server, `/evidence/${keyOf(at)}`, bytesOf(at))).toBe(200);
    });
    await Promise.all(jobs);
  }

  it('objects give the lock of the files, and are verified where they are', async () => {
    mkdirSync(join(scratch, 'data/a +%'), { recursive: true });
    const files = Array.from({ length: 40 }, (_, at) => ({ path: `a +%/f${at}`, bytes: Buffer.from(`file ${at}`) }));
    files.push({ path: 'long.bin', bytes: Buffer.alloc((17 << 20) + 3, 'long ') });
    for (const { path, bytes } of files) writeFileSync(join(scratch, 'data', path), bytes);
    const at = (number: number) => files[number] as (typeof files)[0];
    await putAll(
      files.length,
      (number) => `2025/${at(number).path}`,
      (number) => at(number).bytes,
    );
    const { out: lock } = await run('lock --scan data -o d.json; cat d.json');
    expect((await run('lock --scan s3://evidence/2025')).out).toBe(lock);
    expect((await run('vacuum s3://evidence/2025 | hashbytes | lock')).out).toBe(lock);
    expect(await run('lock verify d.json --root s3://evidence/2025 --closed')).toMatchObject({ exit: 0 });
    await put(server, '/evidence/2025/long.bin', Buffer.alloc((17 << 20) + 3, 'Long '));
    expect(await run('lock verify d.json --root s3://evidence/2025')).toMatchObject({
      exit: 1,
      out: expect.stringContaining('HASH_MISMATCH  long.bin'),
    });
  }, 60_000);

  it('a list of more than one page is read whole, in byte order', async () => {
    const names = Array.from({ length: 1010 }, (_, at) => `n${String(at).padStart(4, '0')}`);
    await putAll(
      names.length,
      (at) => `many/${names[at]}`,
      () => Buffer.alloc(1),
    );
    const { out } = await run('vacuum s3://evidence/many');
    const listed = out
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { relative_path: string }).relative_path);
    expect(listed).toEqual(names);
  }, 60_000);

  it('keys that are no safe paths are skips, and no other object is read for them', async () => {
    const safe = ['\u0001c', 'back\\slash', 'dir', 'dir/file', 'e\u0301', 'l\nf', 't\tab', '\u007fd', '\u00e9', '\u{1f600}/x y+z%41'];
    const unsafe = ['.', '..', '../up', './dot', '/lead', 'C:x', 'a/../b', 'a//b', 'dir/'];
    for (const key of [...safe, ...unsafe])
      expect(await put(server, `/evidence/odd/${key}`, Buffer.from(key.endsWith('/') ? '' : key))).toBe(200);
    const { exit, out } = await run('lock --scan s3://evidence/odd');
    const lock = JSON.parse(out) as { members: { path: string; bytes_hash: string }[]; skipped: { path: string }[] };
    expect([exit, lock.skipped.map(({ path }) => path)]).toEqual([1, unsafe]);
    const hashed = safe.map((path) => ({ path, bytes_hash: `sha256:${createHash('sha256').update(path).digest('hex')}` }));
    expect(lock.members.map(({ path, bytes_hash }) => ({ path, bytes_hash }))).toEqual(hashed);
    expect((await run('vacuum s3://evidence/odd | hashbytes | lock')).out).toBe(out);
    writeFileSync(join(scratch, 'odd.json'), out);
    const ranges = [0, 1, 2, 3, 4, 5].map((index) => `lock --scan s3://evidence/odd --shard ${index}/6 --plan odd.plan -o odd-${index}`);
    expect(await run(`lock plan odd.json --parts 6 -o odd.plan; ${ranges.join('; ')}`)).toMatchObject({ exit: 0 });
    expect((await run('lock merge odd-0 odd-1 odd-2 odd-3 odd-4 odd-5')).out).toBe(out);
  });

  it('seals are added to a pack by two at once, pulled, listed, set aside and put back', async () => {
    const pack = samplePack(join(scratch, 'one'), { a: 'signed' });
    cpSync(pack.folder, join(scratch, 'two'), { recursive: true });
    const lines = ['one', 'two'].map((note) => makeSeal({ bytes: pack.manifest, kind: 'pack', id: pack.packId, note }));
    lines.forEach((line, at) => writeFileSync(join(scratch, `${['one', 'two'][at]}.seals.jsonl`), `${line}\n`));
    const store = 's3://evidence/sealed';
    const pushed = await Promise.all(['one', 'two'].map((name) => run(`pack push ${name} --store ${store} --json`)));
    expect(pushed.map(({ exit }) => exit)).toEqual([0, 0]);
    expect((await run(`pack push one --store ${store} --json`)).out).toContain('"present": 1');
    expect((await run(`pack pull ${pack.packId} --store ${store} --out back`)).exit).toBe(0);
    expect(readFileSync(join(scratch, 'back.seals.jsonl'), 'utf8').trimEnd().split('\n').sort()).toEqual([...lines].sort());
    expect((await run(`pack list --store ${store}`)).out).toContain(A.key.fingerprint);
    expect((await run(`pack store verify ${store}`)).out).toContain('2 seals good');
    expect((await run(`pack store gc ${store} --delete --grace 0`)).out).toContain('STORE_OK');
    const opened = inParallel(openS3Store(store, { env: server.env, home: scratch, plainHttp: false }), 8);
    const seals = opened.maintenance?.seals;
    await seals?.setAside((await seals.list()).slice(0, 1));
    expect([(await seals?.list())?.length, (await seals?.removed())?.length]).toEqual([1, 1]);
    await seals?.putBack(await seals.removed());
    expect([(await seals?.list())?.length, (await seals?.removed())?.length]).toEqual([2, 0]);
    opened.close();
  });
});
