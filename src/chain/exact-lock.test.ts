import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { Refusal } from '#core/refusal';
import { element } from '../../tests/helpers/memory-finder.ts';
import { runs } from '../../tests/helpers/trials.ts';
import { isSameChain, lockChain } from './create.ts';
import { formatChainLock, parseChainLock } from './document.ts';
import { isExactLock } from './exact-lock.ts';
import { parseToolId } from './id.ts';
import type { Element } from './resolve.ts';

const [A, B] = ['a'.repeat(64), 'b'.repeat(64)];
const chain: readonly Element[] = [
  element('project', 'web/"é"', { executorId: 'runtime', version: '1.0.0', integrity: A }),
  element('user', 'runtime', { executorId: 'p', toolType: null, integrity: B }),
  element('system', 'p', { integrity: A }),
];
const format = (of: readonly Element[], generatedAt = '2026-01-01T00:00:00+00:00'): string =>
  formatChainLock(lockChain(of, generatedAt, null));
const text = format(chain);

/** The full comparison, which the fast check must never contradict. */
function pins(lockfile: string): boolean {
  try {
    const lock = parseChainLock(encodeUtf8(lockfile), 'x');
    return isSameChain(lock.chain, chain) && lock.version === chain[0]?.version;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

it('isExactLock() accepts the lock of a chain, whatever its time', () => {
  expect(isExactLock(text, chain)).toBe(true);
  expect(isExactLock(format(chain, '2026-02-15T07:11:31.962530Z'), chain)).toBe(true);
  for (const time of ['', 'yesterday', '2026-02-30T00:00:00Z']) expect(isExactLock(format(chain, time), chain)).toBe(false);
  expect(isExactLock(format(chain.slice(2)), chain.slice(2))).toBe(true);
});

it.each<[string, Partial<Element>]>([
  ['another id', { itemId: parseToolId('q') }],
  ['another space', { space: 'project' }],
  ['another type', { toolType: 'x' }],
  ['another executor', { executorId: 'q' }],
  ['another hash', { integrity: A }],
])('isExactLock() does not know the lock of a chain with %s', (_, fields) => {
  const other = chain.map((each, at) => (at === 1 ? { ...each, ...fields } : each));
  expect(isExactLock(text, other)).toBe(false);
});

it('isExactLock() rejects the lock of another version, of a longer and of a shorter chain', () => {
  expect(isExactLock(text, [{ ...(chain[0] as Element), version: '1.0.1' }, ...chain.slice(1)])).toBe(false);
  expect(isExactLock(text, chain.slice(0, 2))).toBe(false);
  expect(isExactLock(text, [...chain, element('system', 'more')])).toBe(false);
});

it.each<[string, string]>([
  ['escapes that could be otherwise', text.replace('2026', '\\u0032026')],
  ['bytes that are not UTF-8', text.replace('2026', '\u{fffd}')],
  ['a tab in the time', text.replace('2026', '\t')],
  ['text behind it', `${text}\n`],
  ['keys that are kept', text.replace('"registry": null', '"registry": null,\n  "note": 1')],
  ['nothing behind the time', text.slice(0, 60)],
])('isExactLock() leaves %s to the exact reader', (_, edited) => {
  expect(edited).not.toBe(text);
  expect(isExactLock(edited, chain)).toBe(false);
});

it('isExactLock() never accepts a text that the full reader rejects', () => {
  const cut = fc.record({ at: fc.nat(text.length), length: fc.nat(3), by: fc.string({ maxLength: 3, unit: 'binary' }) });
  fc.assert(
    fc.property(cut, ({ at, length, by }) => {
      const edited = text.slice(0, at) + by + text.slice(at + length);
      return !isExactLock(edited, chain) || pins(edited);
    }),
    runs(2000),
  );
});
