/** Conditional writes, parts, lists and permissions of the S3 store, against the server that checks them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { refusalOf, refusalTexts } from '../helpers/to-refuse.ts';
import type { StrictOptions } from '../servers/strict-s3.ts';
import type { StartedS3 } from '../set-up/s3rver.ts';
import { STRICT_ID, STRICT_SECRET, startStrictS3 } from '../set-up/strict-s3.ts';
import { blobFile, digestOf, longBlobFile, openAt, requestsOf, samplePack, THERE } from './s3-fixture.ts';

const scratch = scratchFolder('s3-conditions');

async function startServer(options: Partial<StrictOptions> = {}): Promise<StartedS3> {
  const server = await startStrictS3(options);
  onTestFinished(() => server.stop());
  return server;
}

const long = longBlobFile(scratch, 'long', 21);
const short = blobFile(scratch, 'short', Buffer.from('short'));

/** Puts something else in the place of a blob or a manifest, behind the store's back. */
async function occupy(server: StartedS3, key: string, bytes: Uint8Array): Promise<void> {
  const other = blobFile(scratch, 'other', bytes);
  const { AwsClient } = await import('aws4fetch');
  const client = new AwsClient({ accessKeyId: STRICT_ID, secretAccessKey: STRICT_SECRET, service: 's3', region: 'us-east-1' });
  const headers = { 'x-amz-content-sha256': other.digest.slice('sha256:'.length) };
  const url = `${server.env['AWS_ENDPOINT_URL_S3']}/evidence/${key.split('/').map(encodeURIComponent).join('/')}`;
  expect((await client.fetch(url, { method: 'PUT', body: Buffer.from(bytes), headers })).status).toBe(200);
}

it('put() of a blob that is there is fine, and has() says so', async () => {
  const server = await startServer();
  const store = openAt(server);
  for (const blob of [short, long]) {
    await store.put(blob);
    await store.put(blob);
    expect(THERE).toContain(await store.has(blob));
  }
  expect(requestsOf(server).filter((line) => line.endsWith(' 412'))).toHaveLength(2);
});

it.each([
  ['short', short],
  ['long', long],
])('put() refuses where something of another length lies in the place of a %s blob, and leaves it', async (_, blob) => {
  const server = await startServer();
  const key = `store/blobs/sha256/${blob.digest.slice('sha256:'.length)}`;
  await occupy(server, key, Buffer.from('planted'));
  const store = openAt(server);
  expect(THERE).not.toContain(await store.has(blob));
  await expect(store.put(blob)).toRefuse('E_BAD_PACK', { actual: `7 bytes instead of ${blob.size}` });
  expect(readFileSync(join(server.folder, 'objects/evidence', key), 'utf8')).toBe('planted');
  expect(readdirSync(join(server.folder, 'incoming'))).toEqual([]);
});

it('put() refuses where other bytes of the same length lie there, if the server knows their hash', async () => {
  const server = await startServer();
  await occupy(server, `store/blobs/sha256/${short.digest.slice('sha256:'.length)}`, Buffer.from('SHORT'));
  const store = openAt(server);
  expect(THERE).not.toContain(await store.has(short));
  await expect(store.put(short)).toRefuse('E_BAD_PACK');
});

it('put() is made again after 409 ConditionalRequestConflict, in one piece or in parts', async () => {
  const server = await startServer({ conflicts: 2 });
  const store = openAt(server);
  await store.put(short);
  expect(THERE).toContain(await store.has(short));
  const second = await startServer({ conflicts: 2 });
  const other = openAt(second);
  await other.put(long);
  expect(THERE).toContain(await other.has(long));
  expect(requestsOf(second).filter((line) => line.includes('?uploads='))).toHaveLength(3);
  expect(readdirSync(join(second.folder, 'uploads'))).toEqual([]);
});

it('put() refuses a server without conditional writes, rather than overwrite', async () => {
  const server = await startServer({ lacksConditions: true });
  const store = openAt(server);
  for (const work of [() => store.put(short), () => store.put(long), () => store.publish(samplePack('x'))]) {
    await expect(work).toRefuse('E_IO', {}, 'HTTP 501 (Not Implemented), NotImplemented: the server lacks conditional writes');
  }
  expect(readdirSync(join(server.folder, 'uploads'))).toEqual([]);
});

it('put() finds an error inside a 200, and tries again or refuses', async () => {
  const server = await startServer({ errorsIn200: { count: 2, code: 'InternalError' } });
  const store = openAt(server);
  await store.put(long);
  expect(THERE).toContain(await store.has(long));
  const second = await startServer({ errorsIn200: { count: 1, code: 'InvalidPart' } });
  const other = openAt(second);
  await expect(other.put(long)).toRefuse('E_IO', { status: 200, s3_code: 'InvalidPart' });
  expect(THERE).not.toContain(await other.has(long));
  expect(readdirSync(join(second.folder, 'uploads'))).toEqual([]);
});

it('put() is done where an upload was completed and the answer was lost', async () => {
  const server = await startServer({ lostCompletions: 1 });
  const store = openAt(server);
  await store.put(long);
  expect(THERE).toContain(await store.has(long));
  expect(requestsOf(server).filter((line) => line.includes('partNumber='))).toHaveLength(5);
});

it('put() takes a completed upload by its other name, and the checksum of parts for no checksum of the whole', async () => {
  const server = await startServer({ saysResponse: true });
  const store = openAt(server);
  await store.put(long);
  expect(await store.has(long)).toBe('size');
  await store.put(long);
  expect(requestsOf(server).filter((line) => line.includes('partNumber='))).toHaveLength(10);
});

it('put() goes without checksums where the settings say so', async () => {
  const server = await startServer();
  const store = openAt(server, { env: { ...server.env, AWS_REQUEST_CHECKSUM_CALCULATION: 'when_required' } });
  await store.put(long);
  await store.put(short);
  expect(THERE).toContain(await store.has(long));
});

it('publish() says present where a racing writer was first with the same bytes, and refuses other ones', async () => {
  const server = await startServer();
  const packs = [samplePack('race'), samplePack('race')];
  const stores = packs.map(() => openAt(server));
  const outcomes = await Promise.all(stores.map((store, i) => store.publish(packs[i] as (typeof packs)[0])));
  expect(outcomes.toSorted()).toEqual(['present', 'published']);
  const { packId } = samplePack('fight');
  const fights = await Promise.allSettled(
    stores.map((store, i) => store.publish({ packId, manifest: Buffer.from(`writer ${i}`), blobs: [] })),
  );
  expect(fights.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const winner = fights.findIndex(({ status }) => status === 'fulfilled');
  expect(Buffer.from(await (stores[0] as (typeof stores)[0]).manifest(packId)).toString()).toBe(`writer ${winner}`);
  const [loser] = fights.filter((fight) => fight.status === 'rejected');
  expect(loser?.reason).toMatchObject({ code: 'E_BAD_PACK' });
});

it('publish() works with keys that may not list', async () => {
  const server = await startServer({ mayNotList: true });
  const store = openAt(server);
  expect(THERE).not.toContain(await store.has(short));
  await store.put(short);
  expect(THERE).toContain(await store.has(short));
  expect(await store.publish(samplePack('x'))).toBe('published');
  expect(await store.publish(samplePack('x'))).toBe('present');
  await expect(store.list()).toRefuse('E_IO', { kind: 'auth', status: 403, s3_code: 'AccessDenied' });
});

it('list() reads every page, and leaves out keys that are no packs', async () => {
  const server = await startServer({ pageSize: 2 });
  const store = openAt(server, {}, "s3://evidence/odd!'()*<&> 100%");
  const packs = Array.from({ length: 7 }, (_, i) => samplePack(`page ${i}`));
  for (const pack of packs) await store.publish(pack);
  for (const name of ['notes.txt', 'ABC.json', `${'a'.repeat(63)}.json`, `x/${'a'.repeat(64)}.json`]) {
    await occupy(server, `odd!'()*<&> 100%/packs/${name}`, Buffer.from(name));
  }
  expect(await store.list()).toEqual(packs.map(({ packId }) => packId).sort());
  expect(requestsOf(server).filter((line) => line.includes('list-type=2'))).toHaveLength(6);
});

describe('a request', () => {
  it('names the clock where the times are too far apart', async () => {
    const server = await startServer({ clockOffsetMs: 3_600_000 });
    const store = openAt(server);
    for (const work of [() => store.has(short), () => store.list()]) {
      await expect(work).toRefuse('E_IO', {}, "RequestTimeTooSkewed: this machine's clock and the server's are too far apart");
    }
  });

  it('is signed with the session token, and refused with another, which is not told', async () => {
    const token = 'session/token+with=odd';
    const server = await startServer({ keys: { TEMP: { secret: 'temporary', token } } });
    const env = { ...server.env, AWS_ACCESS_KEY_ID: 'TEMP', AWS_SECRET_ACCESS_KEY: 'temporary' };
    const store = openAt(server, { env: { ...env, AWS_SESSION_TOKEN: token } });
    await store.put(short);
    expect(THERE).toContain(await store.has(short));
    for (const wrong of [{}, { AWS_SESSION_TOKEN: 'stolen/token' }]) {
      const other = openAt(server, { env: { ...env, ...wrong } });
      const refusal = await refusalOf(other.has(short));
      expect(refusal.detail).toMatchObject({ kind: 'auth', status: 400, s3_code: 'InvalidToken' });
      for (const word of [token, 'stolen', 'temporary']) expect(refusalTexts(refusal)).not.toContain(word);
    }
  });

  it('is signed for the region of the settings', async () => {
    const server = await startServer({ region: 'eu-central-1' });
    const right = openAt(server, { env: { ...server.env, AWS_REGION: 'eu-central-1' } });
    expect(THERE).not.toContain(await right.has(short));
    const wrong = openAt(server);
    await expect(wrong.has(short)).toRefuse('E_IO', { kind: 'auth', s3_code: 'AuthorizationHeaderMalformed' });
  });

  it('is never made with keys that cannot be in a header, and they are not told', async () => {
    const server = await startServer();
    for (const broken of [
      { AWS_SECRET_ACCESS_KEY: 'hunter2\u00e9\u0100' },
      { AWS_SESSION_TOKEN: 'hunter2\r\nx: y' },
      { AWS_ACCESS_KEY_ID: 'hunter2 x' },
    ]) {
      const store = openAt(server, { env: { ...server.env, ...broken } });
      const refusal = await refusalOf(store.has(short));
      expect(refusal.message).toBe('the AWS credentials contain a character that no key may have');
      expect(refusalTexts(refusal)).not.toContain('hunter2');
    }
  });

  it('with an unknown key id is refused', async () => {
    const server = await startServer();
    const store = openAt(server, { env: { ...server.env, AWS_ACCESS_KEY_ID: 'NOBODY' } });
    await expect(store.manifest(digestOf(Buffer.alloc(0)))).toRefuse('E_IO', { kind: 'auth', status: 403, s3_code: 'InvalidAccessKeyId' });
  });
});
