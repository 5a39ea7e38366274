/** The S3 store against two real server programs: npm's s3rver, and our own that checks everything Amazon documents. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Digest } from '#core/digest';
import { inParallel } from '#store/parallel-store';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { refusalOf, refusalTexts } from '../helpers/to-refuse.ts';
import { trials } from '../helpers/trials.ts';
import { type StartedS3, startS3rver } from '../set-up/s3rver.ts';
import { startStrictS3 } from '../set-up/strict-s3.ts';
import { storeContract } from './contract.ts';
import { blobFile, digestOf, longBlobFile, openAt, openFor, samplePack, THERE } from './s3-fixture.ts';

const scratch = scratchFolder('s3');

describe.each([
  ['s3rver', startS3rver, 'evidence', '._S3rver_object'],
  ['the strict server', () => startStrictS3(), 'objects/evidence', ''],
] as const)('an S3 store on %s', (name, start, place, ending) => {
  let server: StartedS3;
  const folder = join(scratch, name);
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  it('has() is false for a blob of another size', async () => {
    const store = openAt(server);
    const blob = blobFile(folder, 'a.txt', Buffer.from('some bytes\n'));
    await store.put(blob);
    expect(THERE).toContain(await store.has(blob));
    expect(THERE).not.toContain(await store.has({ ...blob, size: blob.size + 1 }));
  });

  it('put() sends a long blob in parts, and get() brings it back whole', async () => {
    // Every night one that is too long for a single request of a store that nobody configured.
    const store = openAt(server, trials({}, { maxSinglePut: undefined }));
    const blob = longBlobFile(folder, 'long', trials(21, 66));
    await store.put(blob);
    expect(THERE).toContain(await store.has(blob));
    await store.put(blob);
    const file = join(folder, 'long.back');
    expect(await store.get({ digest: blob.digest, file })).toBe(blob.size);
    expect(digestOf(readFileSync(file))).toBe(blob.digest);
  });

  it('put() refuses a file that is not what it is said to be, long or short, and nothing is stored', async () => {
    const store = openAt(server);
    for (const blob of [
      blobFile(folder, 'changed', Buffer.from('before')),
      longBlobFile(folder, 'changed-long', 21),
      blobFile(folder, 'changed-empty', Buffer.alloc(0)),
    ]) {
      const claimed = { ...blob, digest: digestOf(Buffer.from(`other ${blob.file}`)) };
      await expect(store.put(claimed)).toRefuse('E_BAD_PACK');
      expect(THERE).not.toContain(await store.has(claimed));
      await expect(store.put({ ...blob, size: blob.size + 1 })).toRefuse('E_BAD_PACK');
    }
  });

  it('manifest() and get() refuse what is not there', async () => {
    const store = openAt(server);
    const digest = digestOf(Buffer.from('never stored'));
    await expect(store.manifest(digest)).toRefuse('E_IO', {}, `no pack ${digest} in s3://evidence/store`);
    const file = join(folder, 'absent');
    await expect(store.get({ digest, file })).toRefuse('E_IO', { action: 'GET', kind: 'server', status: 404, s3_code: 'NoSuchKey' });
    expect(existsSync(file)).toBe(false);
  });

  it.each(['a b+c', 'ünïcode/日本/😀', 'odd~=%2B,;:@$', '%41', 'x'.repeat(200)])(
    'keys start with the prefix %s to the letter',
    async (prefix) => {
      const store = openAt(server, {}, `s3://evidence/${prefix}/`);
      expect(store.url).toBe(`s3://evidence/${prefix}`);
      const blob = blobFile(folder, 'odd', Buffer.from(prefix));
      const pack = samplePack(prefix.slice(0, 1));
      await store.put(blob);
      expect(THERE).toContain(await store.has(blob));
      await store.publish(pack);
      expect(await store.list()).toEqual([pack.packId]);
      expect(await openAt(server, {}, 's3://evidence').list()).toEqual([]);
    },
  );

  it('a bucket that does not exist is named', async () => {
    const store = openAt(server, {}, 's3://nowhere/x');
    const blob = blobFile(folder, 'lost', Buffer.from('lost'));
    const pack = samplePack('lost');
    for (const work of [
      () => store.put(blob),
      () => store.publish(pack),
      () => store.manifest(pack.packId),
      () => store.list(),
      () => store.get({ ...blob, file: join(folder, 'lost.back') }),
    ]) {
      await expect(work).toRefuse(
        'E_IO',
        { status: 404, s3_code: 'NoSuchBucket' },
        'HTTP 404 (Not Found), NoSuchBucket: there is no such bucket',
      );
    }
  });

  it('a wrong secret is refused everywhere, and neither secret is told', async () => {
    const secret = 'wrong+secret/0123456789';
    const store = openAt(server, { env: { ...server.env, AWS_SECRET_ACCESS_KEY: secret } });
    const blob = blobFile(folder, 'forged', Buffer.from('forged'));
    const pack = samplePack('forged');
    for (const work of [
      () => store.has(blob),
      () => store.put(blob),
      () => store.publish(pack),
      () => store.manifest(pack.packId),
      () => store.list(),
    ]) {
      const refusal = await refusalOf(work());
      expect(refusal.code).toBe('E_IO');
      expect(refusal.detail).toMatchObject({ kind: 'auth', status: 403, s3_code: 'SignatureDoesNotMatch' });
      for (const word of [secret, server.env['AWS_SECRET_ACCESS_KEY'] as string, 'AWS4-HMAC', 'Signature=', 'Quoted']) {
        if (word !== 'S3RVER') expect(refusalTexts(refusal)).not.toContain(word);
      }
    }
  });

  it('keys and endpoint may come from the profile files', async () => {
    const home = join(folder, 'home');
    mkdirSync(join(home, '.aws'), { recursive: true });
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_ENDPOINT_URL_S3: endpoint } = server.env;
    writeFileSync(join(home, '.aws/config'), `[profile lab]\nservices = local\n[services local]\ns3 =\n  endpoint_url = ${endpoint}\n`);
    writeFileSync(join(home, '.aws/credentials'), `[lab]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`);
    const store = openAt(server, { home, env: { AWS_PROFILE: 'lab' } });
    const blob = blobFile(folder, 'profile', Buffer.from('by profile'));
    await store.put(blob);
    expect(THERE).toContain(await store.has(blob));
  });

  storeContract(`a bucket on ${name}`, () => {
    const store = inParallel(openFor(server, {}, 's3://evidence/contract'), 4);
    const placeOf = (digest: Digest): string =>
      join(server.folder, place, 'contract/blobs/sha256', `${digest.slice('sha256:'.length)}${ending}`);
    return { store, tamper: (digest, bytes) => writeFileSync(placeOf(digest), bytes) };
  });

  it('nothing half-written stays behind with the server', () => {
    const names = readdirSync(server.folder, { recursive: true, encoding: 'utf8' });
    expect(names.filter((entry) => /^(uploads|incoming)\/./.test(entry))).toEqual([]);
  });
});
