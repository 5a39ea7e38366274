/** The hashes of files in a page, compared with OpenSSL's: by the browser's own SHA-256 and in pieces, in memory that is used again. */
import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadHashers } from '../node/hashers.ts';
import { hashFile, MAX_WHOLE } from './hash-bytes.ts';

const bytes = randomBytes(MAX_WHOLE + 70_000);
const sha256 = (some: Uint8Array): string => createHash('sha256').update(some).digest('hex');

describe('hashFile', () => {
  beforeAll(loadHashers);

  it('hashes files of each way to read them, short ones after long ones', async () => {
    const lengths = [65_536, MAX_WHOLE, 65_537, MAX_WHOLE - 1, 0, 1, 100_000, MAX_WHOLE + 1, 99_999, bytes.length, 1 << 20];
    for (const length of lengths) {
      const some = bytes.subarray(bytes.length - length);
      expect([length, await hashFile(new Blob([some]), 'sha256')]).toEqual([length, sha256(some)]);
    }
  });

  it('hashes the next file after one that could not be read to its end', async () => {
    const some = bytes.subarray(0, 200_000);
    const shorter = new Blob([some.subarray(1)]);
    const changed = new Proxy(new Blob([some]), {
      get: (blob, name) => (name === 'size' ? some.length : name === 'stream' ? () => shorter.stream() : Reflect.get(blob, name)),
    });
    await expect(hashFile(changed, 'sha256')).rejects.toThrow('not as long as it was');
    expect(await hashFile(new Blob([some]), 'sha256')).toBe(sha256(some));
  });
});
