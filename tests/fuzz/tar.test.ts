/** Damaged archives: what readTar() makes of them is entries or a TarError, never anything else, and never other than another reader's. */
import fc from 'fast-check';
import { unpackTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { TarError } from '#codecs/tar/layout';
import { readTar } from '#codecs/tar/read';
import { type DraftEntry, entriesOf, pax, tarOf, withChecksum } from '../helpers/tar-archive.ts';
import { LONG_TIMEOUT, places, runs } from '../helpers/trials.ts';
import { randomChunks } from './helpers/chunks.ts';

const a: DraftEntry = { name: 'a', body: 'text' };

describe('readTar() on damaged archives', () => {
  const whole = tarOf([
    a,
    pax({ path: 'é', size: '5' }),
    { name: 'x', body: 'hello' },
    { name: 'L', type: 'L', body: 'long\0' },
    { name: 'y' },
    { name: 'd/', type: '5' },
  ]);

  test('finds every single changed bit, but those inside a body and another spelling of a checksum', LONG_TIMEOUT, () => {
    const plain = tarOf([a, { name: 'd/', type: '5' }, { name: 'é', prefix: 'p' }, { name: 'last', body: 'text' }]);
    const isBody = (at: number): boolean => (at >= 512 && at < 516) || (at >= 2560 && at < 2564);
    for (const bit of places(plain.length * 8, 3)) {
      const changed = Buffer.from(plain);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      const isChecksum = (bit >> 3) % 512 >= 148 && (bit >> 3) % 512 < 156;
      if (isBody(bit >> 3)) expect(entriesOf(changed)).toHaveLength(3);
      else if (isChecksum) expect([null, entriesOf(plain)]).toContainEqual(orNull(() => entriesOf(changed)));
      else expect(() => entriesOf(changed), `bit ${bit}`).toThrow(TarError);
    }
  });

  test('ends with entries or a TarError, whatever is done to the bytes', LONG_TIMEOUT, () => {
    const change = fc.record({
      at: fc.nat(whole.length - 1),
      kind: fc.constantFrom('set', 'cut', 'insert', 'repeat', 'number'),
      value: fc.integer({ min: 0, max: 255 }),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), fc.nat(), fc.boolean(), (changes, seed, isRepaired) => {
        const damaged = repaired(changes.reduce(applied, whole), isRepaired);
        try {
          readTar(randomChunks(damaged, seed), (_, body) => {
            while (body.read(new Uint8Array(100)) > 0);
          });
        } catch (error) {
          expect(error).toBeInstanceOf(TarError);
        }
      }),
      runs(3000),
    );
  });

  test('reads of damaged bytes what strict modern-tar reads, where both accept them', LONG_TIMEOUT, async () => {
    const change = fc.record({
      at: fc.nat(whole.length - 1),
      kind: fc.constantFrom('set', 'number'),
      value: fc.integer({ min: 0, max: 255 }),
    });
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const damaged = repaired(changes.reduce(applied, whole), true);
        const [ours, theirs] = [orNull(() => entriesOf(damaged)), await unpackTar(damaged, { strict: true }).catch(() => null)];
        if (ours === null || theirs === null) return;
        accepted++;
        const files = theirs.filter(({ header }) => header.type === 'file');
        expect(ours.map(({ path, text }) => [path, text])).toEqual(
          files.map(({ header, data }) => [header.name.replace(/^\.\//, ''), Buffer.from(data ?? []).toString()]),
        );
      }),
      runs(2000),
    );
    expect(accepted).toBeGreaterThan(9);
  });
});

function orNull<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    expect(error).toBeInstanceOf(TarError);
    return null;
  }
}

interface Change {
  readonly at: number;
  readonly kind: string;
  readonly value: number;
}

function applied(bytes: Buffer, { at, kind, value }: Change): Buffer {
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (kind) {
    case 'set':
      return Buffer.concat([before, Buffer.from([value]), after.subarray(1)]);
    case 'cut':
      return Buffer.concat([before, after.subarray(1 + value)]);
    case 'insert':
      return Buffer.concat([before, Buffer.alloc(value, 'x'), after]);
    case 'repeat':
      return Buffer.concat([before, after, after]);
    default:
      return Buffer.concat([before, Buffer.from(String(value)), after.subarray(String(value).length)]);
  }
}

/** With the checksums of its headers put right, so that what is behind them is reached. */
function repaired(bytes: Buffer, isWanted: boolean): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = 0; isWanted && at + 512 <= copy.length; at += 512) {
    const block = copy.subarray(at, at + 512);
    if (block.toString('latin1', 257, 262) !== 'ustar') continue;
    withChecksum(block);
  }
  return copy;
}
