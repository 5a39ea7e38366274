/** What the tests of the S3 store share: files with known digests, stores over a started server, and refusals looked at whole. */
import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Digest } from '#core/digest';
import { openS3Store, type S3StoreOptions } from '#store/s3/store';
import type { BlobFile, RemoteStore, StoredPack } from '#store/store';
import type { StartedS3 } from '../set-up/s3rver.ts';

export { THERE } from './sample-pack.ts';

/** A server takes parts of 5 MiB and more. Longer files are sent in parts. */
export const MAX_SINGLE_PUT = 20 << 20;
/** No test waits for a pause. */
const impatient = { pause: () => Promise.resolve() };

/** Closed at the end of the test. */
export function openAt(server: Pick<StartedS3, 'url' | 'env'>, options: Partial<S3StoreOptions> = {}, url = server.url): RemoteStore {
  const store = openFor(server, options, url);
  onTestFinished(() => store.close());
  return store;
}

export function openFor(server: Pick<StartedS3, 'url' | 'env'>, options: Partial<S3StoreOptions>, url: string): RemoteStore {
  return openS3Store(url, {
    env: server.env,
    home: '/nonexistent',
    plainHttp: false,
    retryPolicy: impatient,
    maxSinglePut: MAX_SINGLE_PUT,
    ...options,
  });
}

export function digestOf(bytes: Uint8Array): Digest {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

export function blobFile(folder: string, name: string, bytes: Uint8Array): BlobFile {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return { file, digest: digestOf(bytes), size: bytes.length };
}

/** A file of `mebibytes`, no two of them alike. */
export function longBlobFile(folder: string, name: string, mebibytes: number): BlobFile {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  const hasher = createHash('sha256');
  const descriptor = openSync(file, 'w');
  for (let number = 0; number < mebibytes; number++) {
    const bytes = Buffer.alloc(1 << 20, `${name} ${number} `);
    hasher.update(bytes);
    writeSync(descriptor, bytes);
  }
  closeSync(descriptor);
  return { file, digest: `sha256:${hasher.digest('hex')}`, size: mebibytes << 20 };
}

export function samplePack(text: string): StoredPack {
  const manifest = Buffer.from(`{"note":"${text}"}`);
  return { packId: digestOf(manifest), manifest, blobs: [] };
}

/** The requests that a strict server has answered, without what escapes of the query. */
export function requestsOf({ folder }: StartedS3): readonly string[] {
  return readFileSync(join(folder, 'requests.log'), 'utf8').trimEnd().split('\n');
}
