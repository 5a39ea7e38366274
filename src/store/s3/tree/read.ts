/**
 * Reads an object as it was listed. Every request has its ETag as a condition, and every answer is compared with it, because some servers
 * ignore conditions. A body that is cut is requested again.
 *
 *     await readObject(s3, 'data/a.csv', { size: 12, etag: '9e10…' }, 'sha256')     { kind: 'read', hex: '2cf2…', size: 12 }
 */
import type { Algorithm } from '#core/ports';
import { newHasher } from '#hashing/hashers';
import { countRead } from '#threads/read-meter';
import { withRetries } from '../../http/retry.ts';
import type { ReadObject } from '../../tree/tree.ts';
import { etagOf } from '../object.ts';
import { s3Failure } from '../refusals.ts';
import { conditionOf, faultOf, type ObjectReading, type Wanted } from './conditions.ts';
import { RANGE, readRanges } from './ranges.ts';

/** Shorter objects are read by one request. */
const LONG = 2 * RANGE;

export async function readObject(s3: ObjectReading, key: string, wanted: Wanted, algorithm: Algorithm): Promise<ReadObject> {
  // No object has such an ETag: whoever wrote a record may have written anything into it.
  if (wanted.etag !== null && etagOf(wanted.etag) !== wanted.etag) return { kind: 'changed', size: null };
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
    await answer.response.each((bytes) => {
      size += bytes.length;
      // An answer without a length may never end.
      if (size > wanted.size) return false;
      hasher.update(bytes);
      countRead(bytes.length);
      return true;
    });
    if (size > wanted.size) return { kind: 'changed', size: null };
    if (size < wanted.size) return { kind: 'changed', size };
    const isUnnamed = etagOf(answer.response.headers['etag']) === undefined;
    return { kind: 'read', hex: hasher.digest(), size, ...(isUnnamed ? { isUnnamed } : {}) };
  });
}
