/**
 * Reads a long object in ranges, several at the same time, and hashes them in order. The bytes of the first range that is not complete are
 * hashed as they arrive, those of the ranges behind it wait in the buffers of `slots`, which limit the memory of all objects together.
 *
 * Every range has the ETag as a condition. One that is cut is continued behind its last byte.
 */
import type { Algorithm, Hasher } from '#core/ports';
import { newHasher } from '#hashing/hashers';
import { countRead } from '#threads/read-meter';
import { withRetries } from '../../http/retry.ts';
import type { ReadObject } from '../../tree/tree.ts';
import { etagOf } from '../object.ts';
import { s3Failure } from '../refusals.ts';
import { conditionOf, faultOf, type NotRead, type ObjectReading, type Wanted } from './conditions.ts';

export const RANGE = 8 << 20;
const AT_ONCE = 4;

/** `whole` where the server ignores ranges, or does not say of which version they are. */
export async function readRanges(s3: ObjectReading, key: string, wanted: Wanted, algorithm: Algorithm): Promise<ReadObject | 'whole'> {
  const hasher = newHasher(algorithm);
  const count = Math.ceil(wanted.size / RANGE);
  const ahead: Range[] = [];
  let next = 0;
  const startNext = (): void => {
    const from = next++ * RANGE;
    ahead.push(new Range(s3, key, wanted, { from, length: Math.min(RANGE, wanted.size - from) }));
  };
  try {
    startNext();
    for (let done = 0; done < count; done++) {
      const range = ahead[0] as Range;
      range.hashInto(hasher);
      const fault = await range.end;
      if (fault !== null) return fault;
      void ahead.shift();
      range.release();
      // The first range shows whether the server knows ranges.
      while (next < count && ahead.length < Math.min(AT_ONCE, s3.width() + 1)) startNext();
    }
    return { kind: 'read', hex: hasher.digest(), size: wanted.size };
  } finally {
    for (const left of ahead) left.release();
  }
}

interface Extent {
  readonly from: number;
  readonly length: number;
}

class Range {
  /** Null when all of its bytes have arrived. */
  readonly end: Promise<NotRead | 'whole' | null>;
  readonly #s3: ObjectReading;
  readonly #extent: Extent;
  #buffer: Uint8Array | undefined;
  #hasher: Hasher | undefined;
  #received = 0;

  constructor(s3: ObjectReading, key: string, wanted: Wanted, extent: Extent) {
    this.#s3 = s3;
    this.#extent = extent;
    this.end = this.#fetch(key, wanted);
    // It is awaited later, or never if the caller gives up.
    this.end.catch(() => {});
  }

  /** All ranges before it are hashed: what has arrived is hashed now, and the rest as it arrives. */
  hashInto(hasher: Hasher): void {
    if (this.#received > 0) hasher.update((this.#buffer as Uint8Array).subarray(0, this.#received));
    this.#hasher = hasher;
  }

  /** Its buffer is free when the last byte has arrived. */
  release(): void {
    const release = (): void => {
      if (this.#buffer !== undefined) this.#s3.slots.release(this.#buffer);
    };
    this.end.then(release, release);
  }

  #add(bytes: Uint8Array): void {
    if (this.#hasher === undefined) (this.#buffer as Uint8Array).set(bytes, this.#received);
    else this.#hasher.update(bytes);
    this.#received += bytes.length;
    countRead(bytes.length);
  }

  async #fetch(key: string, wanted: Wanted): Promise<NotRead | 'whole' | null> {
    this.#buffer = await this.#s3.slots.take();
    return withRetries(this.#s3.how, () => this.#attempt(key, wanted));
  }

  async #attempt(key: string, wanted: Wanted): Promise<NotRead | 'whole' | null> {
    const { from, length } = this.#extent;
    if (this.#received === length) return null;
    const [first, last] = [from + this.#received, from + length - 1];
    const answer = await this.#s3.ask({ method: 'GET', key, headers: { ...conditionOf(wanted), range: `bytes=${first}-${last}` } });
    const { status, response } = answer;
    if (status === 200) {
      await response.drain();
      return 'whole';
    }
    const fault = await faultOf(answer, wanted, last - first + 1);
    if (fault !== null) return fault;
    if (status !== 206) throw s3Failure(answer);
    // Nothing shows that all ranges are of one object.
    if (etagOf(response.headers['etag']) === undefined) {
      await response.drain();
      return 'whole';
    }
    if (response.headers['content-range'] !== `bytes ${first}-${last}/${wanted.size}`) return { kind: 'changed', size: null };
    let isLonger = false;
    await response.each((bytes) => {
      isLonger = this.#received + bytes.length > length;
      if (!isLonger) this.#add(bytes);
      return !isLonger;
    });
    if (isLonger) return { kind: 'changed', size: null };
    return this.#received === length ? null : { kind: 'changed', size: null };
  }
}
