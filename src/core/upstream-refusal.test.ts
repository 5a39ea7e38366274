import { expect, it } from 'vitest';
import { upstreamRefusal } from './upstream-refusal.ts';

function passedOn(fields: object, version = 'vacuum.v0'): object | string | null {
  const refusal = { code: 'E_IO', message: 'm', detail: { root: 'x' }, next_command: null, ...fields };
  const found = upstreamRefusal({ outcome: 'REFUSAL', refusal, version });
  return typeof found === 'string' || found === null
    ? found
    : { code: found.code, message: found.message, detail: found.detail, next: found.nextCommand };
}

it('upstreamRefusal() returns the refusal with the name of the tool', () => {
  const next = `ls -la 'it'"'"'s here'`;
  expect(passedOn({ next_command: next })).toEqual({ code: 'E_IO', message: 'm', detail: { root: 'x', upstream: 'vacuum' }, next });
});

it('upstreamRefusal() names the first tool, however many tools passed it on', () =>
  expect(passedOn({ detail: { upstream: 'vacuum' } }, 'hash.v0')).toMatchObject({ detail: { upstream: 'vacuum' } }));

it.each([
  'rm -rf x',
  'ls; rm x',
  'ls $(rm x)',
  'ls `rm x`',
  'ls x > y',
  'ls x | sh',
  "ls 'x' & rm y",
  'ls x\nrm y',
  'lock --scan . --output x',
  'vacuum . --output x',
  'fingerprint --definitions x.fp.yaml',
  `ls "$(rm x)"`,
])('upstreamRefusal() does not pass on %j as the way out', (command) =>
  expect(passedOn({ next_command: command })).toMatchObject({ next: null }),
);

it.each([[{ code: 7 }], [{ code: 'rm' }], [{ code: 'E_' }], [{ code: undefined }]])('upstreamRefusal() has no code in %j', (fields) =>
  expect(passedOn(fields)).toBe('without a code'),
);

it('upstreamRefusal() is null for another outcome', () => expect(upstreamRefusal({ outcome: 'OK', refusal: { code: 'E_IO' } })).toBeNull());
