/**
 * A blob on its way into a file: created only if nothing is there, hashed as the bytes arrive, and removed again unless they are the wanted
 * ones. Wrong or missing bytes are asked for again as a whole, and refused in the end.
 *
 *     const size = await receiveBlob(() => send({ method: 'GET', url, headers }), { digest, file }, persistence());
 */
import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { FailedAttempt } from './failed-attempt.ts';
import { fileFailure } from './folder-refusals.ts';
import type { HttpResponse } from './http.ts';
import { storeFailure, wrongBytes } from './refusals.ts';
import { type Persistence, persist, settled } from './retry.ts';
import type { WantedFile } from './store.ts';
import { systemText } from './system-text.ts';

/** How many bytes it was. `ask` sends the request once; it is called again for each attempt. */
export function receiveBlob(ask: () => Promise<HttpResponse>, wanted: WantedFile, how: Persistence): Promise<number> {
  return persist(how, async () => writeVerified(found(await settled('GET', await ask(), how)), wanted));
}

/** Any status but 200 is a refusal. */
function found(response: HttpResponse): HttpResponse {
  const { status, url } = response;
  if (status === 200) return response;
  void response.drain();
  const kind = status === 401 || status === 403 ? 'auth' : 'server';
  throw storeFailure({ action: 'GET', url, status, kind, message: '' });
}

async function writeVerified(response: HttpResponse, wanted: WantedFile): Promise<number> {
  try {
    return await writeHashed(response, wanted);
  } catch (error) {
    const text = systemText(error);
    throw text === undefined ? error : fileFailure('write', { path: wanted.file, error: text });
  }
}

async function writeHashed(response: HttpResponse, { digest, file }: WantedFile): Promise<number> {
  const descriptor = createdFor(response, file);
  let isWanted = false;
  try {
    const hasher = createHash('sha256');
    let size = 0;
    for await (const bytes of response.body) {
      hasher.update(bytes);
      writeAll(descriptor, bytes);
      size += bytes.length;
    }
    const actual = `sha256:${hasher.digest('hex')}`;
    if (actual !== digest) throw new FailedAttempt(() => wrongBytes(response.url, digest, actual), { mayPass: true });
    isWanted = true;
    return size;
  } finally {
    closeSync(descriptor);
    if (!isWanted) rmSync(file, { force: true });
  }
}

function createdFor(response: HttpResponse, file: string): number {
  try {
    return openSync(file, 'wx');
  } catch (error) {
    void response.drain();
    throw error;
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
}
