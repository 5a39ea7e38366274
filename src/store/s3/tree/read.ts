/**
 * Reads an object as it was listed. Every request has its ETag as a condition, and every answer is compared with it, because some servers
 * ignore conditions. A body that is cut is requested again.
 *
 *     await readObject(s3, 'data/a.csv', { size: 12, etag: '9e10…' }, 'sha256')     { kind: 'read', hex: '2cf2…', size: 12 }
 *
 * A long object is fetched in ranges, several at the same time, and hashed in order. All ranges in memory together are limited by `slots`.
 */
import type { Algorithm } from '#core/ports';
import { newHasher } from '#hashing/hashers';
import { countRead } from '#threads/read-meter';
import { lengthOf } from '../../http/receive-blob.ts';
import { withRetries } from '../../http/retry.ts';
import type { Slots } from '../../tree/slots.ts';
import type { ReadObject, WantedObject } from '../../tree/tree.ts';
import { etagOf, type S3 } from '../object.ts';
import { s3Failure } from '../refusals.ts';
import type { Answer } from '../request.ts';

export type Wanted = Pick<WantedObject, 'size' | 'etag'>;
type NotRead = Exclude<ReadObject, { readonly kind: 'read' }>;

const RANGE = 8 << 20;
/** Shorter objects are read by one request. */
const LONG = 2 * RANGE;
const AT_ONCE = 4;

export interface ObjectReading extends Pick<S3, 'ask' | 'how'> {
  readonly slots: Slots;
  readonly width: () => number;
}

export async function readObject(s3: ObjectReading, key: string, wanted: Wanted, algorithm: Algorithm): Promise<ReadObject> {
  const inRanges = wanted.size > LONG && wanted.etag !== null ? await readRanges(s3, key, wanted, algorithm) : 'whole';
  return inRanges === 'whole' ? readWhole(s3, key, wanted, algorithm) : inRanges;
}

function readWhole({ ask, how }: ObjectReading, key: string, wanted: Wanted, algorithm: Algorithm): Promise<ReadObject> {
  return withRetries(how, async () => {
    const answer = await ask({ method: 'GET', key, headers: conditionOf(wanted) });
    const fault = await faultOf(answer, wanted, wanted.size);
    if (fault !== null) return fault;
    if (answer.status !== 200) throw s3Failure(answer);
    const hasher = newHasher(algorithm);
    let size = 0;
    for await (const bytes of answer.response.body) {
      size += bytes.length;
      // An answer without a length may never end.
      if (size > wanted.size) return { kind: 'changed', size: null };
      hasher.update(bytes);
      countRead(bytes.length);
    }
    return size === wanted.size ? { kind: 'read', hex: hasher.digest(), size } : { kind: 'changed', size };
  });
}

/** `whole` where the server ignores ranges. */
async function readRanges(s3: ObjectReading, key: string, wanted: Wanted, algorithm: Algorithm): Promise<ReadObject | 'whole'> {
  const hasher = newHasher(algorithm);
  const count = Math.ceil(wanted.size / RANGE);
  const ahead: Promise<Range>[] = [];
  let next = 0;
  const startNext = (): void => {
    const asked = rangeOf(s3, key, wanted, next++ * RANGE);
    asked.catch(() => {});
    ahead.push(asked);
  };
  try {
    startNext();
    for (let done = 0; done < count; done++) {
      const range = await (ahead[0] as Promise<Range>);
      if (!Array.isArray(range)) return range;
      // The first range shows whether the server knows ranges.
      while (next < count && ahead.length < Math.min(AT_ONCE, s3.width() + 1)) startNext();
      for (const bytes of range) hasher.update(bytes);
      void ahead.shift();
      s3.slots.release();
    }
    return { kind: 'read', hex: hasher.digest(), size: wanted.size };
  } finally {
    for (const left of ahead)
      left.then(
        () => s3.slots.release(),
        () => s3.slots.release(),
      );
  }
}

type Range = Uint8Array[] | NotRead | 'whole';

/** It has a slot from the moment of the request, which the caller releases. */
async function rangeOf({ ask, how, slots }: ObjectReading, key: string, wanted: Wanted, from: number): Promise<Range> {
  await slots.take();
  const length = Math.min(RANGE, wanted.size - from);
  const headers = { ...conditionOf(wanted), range: `bytes=${from}-${from + length - 1}` };
  return withRetries(how, async () => {
    const answer = await ask({ method: 'GET', key, headers });
    const { status, response } = answer;
    if (status === 200) {
      await response.drain();
      return 'whole';
    }
    const fault = await faultOf(answer, wanted, length);
    if (fault !== null) return fault;
    if (status !== 206) throw s3Failure(answer);
    if (response.headers['content-range'] !== `bytes ${from}-${from + length - 1}/${wanted.size}`) return { kind: 'changed', size: null };
    const pieces: Uint8Array[] = [];
    let size = 0;
    for await (const bytes of response.body) {
      size += bytes.length;
      if (size > length) return { kind: 'changed', size: null };
      pieces.push(bytes);
      countRead(bytes.length);
    }
    return size === length ? pieces : { kind: 'changed', size: null };
  });
}

function conditionOf({ etag }: Wanted): Record<string, string> {
  return etag === null ? {} : { 'if-match': `"${etag}"` };
}

/** Null where the answer has the bytes of the listed object, as far as its head tells. */
async function faultOf(answer: Answer, { etag, size }: Wanted, length: number): Promise<NotRead | null> {
  const { status, code, response } = answer;
  if (status === 404 && code === 'NoSuchKey') return { kind: 'missing' };
  if (status === 412 || status === 416) return { kind: 'changed', size: null };
  if (status !== 200 && status !== 206) return null;
  const [found, said] = [etagOf(response.headers['etag']), lengthOf(response)];
  if ((etag === null || found === undefined || found === etag) && (said === undefined || said === length)) return null;
  await response.drain();
  return { kind: 'changed', size: status === 200 && said !== undefined && said !== size ? said : null };
}
