/**
 * Timestamps made by openssl and by hand, good and bad. They lie beside this project and are not there on every machine; they are never
 * copied into it.
 */
import { hash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { judgeTimestampBytes } from '#sign/ops/time/judge';
import { type TimestampTrust, timestampTrust } from '#sign/ops/time/trust';
import type { JudgedTimestamp } from '#sign/time/judge';
import { places } from '../helpers/trials.ts';

interface Case {
  readonly name: string;
  readonly expect: 'accept' | 'refuse' | 'open';
  readonly advice?: string;
  readonly data: string;
  readonly nonce?: string;
  readonly policy?: string;
  readonly roots: readonly string[];
  readonly extra_certificates: readonly string[];
  readonly time?: string;
  readonly reply: string;
}

const folder = fileURLToPath(new URL('../../../shared/fixtures/sign/tsa', import.meta.url));
const isThere = existsSync(folder);
const why = isThere ? '' : ' (skipped: the cases do not lie beside this project)';
const cases = isThere ? (JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as readonly Case[]) : [];
const STATUS_BIT = 8 * 8;
const AT = Date.UTC(2026, 10, 18);

function trustOf({ roots, extra_certificates }: Case): TimestampTrust {
  return timestampTrust([...roots, ...extra_certificates].map((name) => readFileSync(join(folder, name), 'utf8')));
}

function judge(made: Case, bytes: Uint8Array = Buffer.from(made.reply, 'base64'), trust = trustOf(made)): JudgedTimestamp {
  const { data, nonce, policy } = made;
  const digestBy = (algorithm: string): string => hash(algorithm, Buffer.from(data, 'base64'));
  return judgeTimestampBytes(bytes, { digestBy, nonce: nonce ?? null, policy: policy ?? null, at: AT }, trust);
}

describe.skipIf(!isThere)(`judgeTimestampBytes() on the made cases${why}`, () => {
  it.each(cases.filter(({ expect: wanted }) => wanted === 'accept'))('accepts $name', (each) => {
    expect(judge(each)).toMatchObject({ state: 'trusted', fault: null, notes: [], time: each.time });
  });

  it.each(cases.filter(({ expect: wanted, advice }) => wanted === 'refuse' || advice === 'refuse'))('refuses $name', (each) => {
    expect(judge(each).state).not.toBe('trusted');
    expect(judge(each).fault?.message).toMatch(/./);
  });

  it('hashes the signed attributes as they lie there', () => {
    const unsorted = cases.find(({ name }) => name === 'attributes-unsorted') as Case;
    expect(judge(unsorted).state).toBe('trusted');
  });

  it.each(cases.filter(({ expect: wanted }) => wanted === 'accept'))('finds every changed bit of $name', (each) => {
    const bytes = Buffer.from(each.reply, 'base64');
    const trust = trustOf(each);
    const unnoticed = places(bytes.length * 8, 71).filter((bit) => {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] as number) ^ (1 << (bit & 7));
      return judge(each, changed, trust).state === 'trusted';
    });
    // The status is not signed, and 'granted' and 'granted with modifications' are both good.
    expect(unnoticed.filter((bit) => bit !== STATUS_BIT)).toEqual([]);
  });
});
