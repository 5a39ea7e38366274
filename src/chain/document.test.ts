import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { GENERATED_AT, INTEGRITY, LOCK_SHA256 } from '../../tests/chain/example.ts';
import { refusalOf } from '../../tests/helpers/to-refuse.ts';
import { type ChainLock, formatChainLock, type LockedElement, parseChainLock } from './document.ts';
import { SPACES } from './space.ts';

const chain: readonly LockedElement[] = [
  { itemId: 'web/scraper', space: 'project', toolType: 'python', executorId: 'runtimes/python_script', integrity: INTEGRITY.scraper },
  {
    itemId: 'runtimes/python_script',
    space: 'user',
    toolType: 'runtime',
    executorId: 'primitives/subprocess',
    integrity: INTEGRITY.runtime,
  },
  { itemId: 'primitives/subprocess', space: 'system', toolType: 'primitive', executorId: null, integrity: INTEGRITY.primitive },
];
const lock: ChainLock = { generatedAt: GENERATED_AT, version: '1.0.0', chain, kept: {} };
const text = formatChainLock(lock);

const parse = (edited: string | Uint8Array) => parseChainLock(typeof edited === 'string' ? encodeUtf8(edited) : edited, 'x.lock.json');

it('formatChainLock() gives the published bytes of the worked example', () => {
  expect(encodeUtf8(text)).toHaveLength(974);
  expect(createHash('sha256').update(text).digest('hex')).toBe(LOCK_SHA256);
});

it('formatChainLock() writes unknown keys after the known ones, and registry in its own place', () => {
  const kept = { registry: { url: 'https://example.org' }, verified_deps: null, lockfile_note: [1] };
  expect(Object.keys(JSON.parse(formatChainLock({ ...lock, kept })) as object)).toEqual(
    'lockfile_version generated_at root resolved_chain registry verified_deps lockfile_note'.split(' '),
  );
});

it('formatChainLock() is the inverse of parseChainLock()', () => {
  const hex = fc.stringMatching(/^[0-9a-f]{64}$/);
  const locks = fc
    .record({
      ids: fc.uniqueArray(fc.stringMatching(/^[a-z'é"]{1,4}(\/[a-z"]{1,4})?$/), { minLength: 1, maxLength: 10 }),
      spaces: fc.array(fc.constantFrom(...SPACES), { minLength: 10, maxLength: 10 }),
      types: fc.array(fc.option(fc.string()), { minLength: 10, maxLength: 10 }),
      hashes: fc.array(hex, { minLength: 10, maxLength: 10 }),
      generatedAt: fc.constantFrom('2026-02-15T07:11:31.962530+00:00', '2026-02-11T00:00:00Z', '2026-02-11t01:00:00.5-09:30'),
    })
    .map(({ ids, spaces, types, hashes, generatedAt }) => ({
      generatedAt,
      version: '1.0.0',
      kept: { registry: null },
      chain: ids.map((itemId, at) => ({
        itemId,
        space: spaces[at] ?? 'user',
        toolType: types[at] ?? null,
        executorId: ids[at + 1] ?? null,
        integrity: hashes[at] ?? '',
      })),
    }));
  fc.assert(
    fc.property(locks, (each) => {
      expect(parse(formatChainLock(each))).toEqual(each);
    }),
  );
});

it('parseChainLock() reads what was written, whatever the order of keys and the white space', () => {
  const { lockfile_version: version, ...rest } = JSON.parse(text) as Record<string, unknown>;
  expect(parse(JSON.stringify({ ...rest, lockfile_version: version }))).toEqual({ ...lock, kept: { registry: null } });
});

it('parseChainLock() reads system:<bundle> as system', () =>
  expect(parse(text.replace('"system"', '"system:rye/core"')).chain[2]?.space).toBe('system'));

it('parseChainLock() keeps registry and unknown keys, including __proto__', () => {
  const { kept } = parse(text.replace('"registry": null', '"registry": {"url": "u"}, "__proto__": 1, "verified_deps": null'));
  expect(JSON.stringify(kept)).toBe('{"registry":{"url":"u"},"__proto__":1,"verified_deps":null}');
});

it('parseChainLock() keeps unknown keys of root and of elements, after the known ones', () => {
  const extended = text
    .replace(/("version": "1.0.0",\n.*)\n/, '$1,\n    "provider_id": "acme",\n    "__proto__": 1\n')
    .replace(/("executor_id": null,\n.*)\n/, '$1,\n      "signer": 1.0\n');
  expect(extended.length).toBeGreaterThan(text.length + 60);
  expect(formatChainLock(parse(extended))).toBe(extended);
});

it('parseChainLock() refuses with the file, the fault and a command that shows the file', () => {
  expect(refusalOf(() => parse('{}'))).toMatchObject({
    code: 'E_BAD_LOCK',
    message: 'corrupt lockfile x.lock.json: expected lockfile_version 1, found none',
    detail: { file: 'x.lock.json', error: 'expected lockfile_version 1, found none' },
    nextCommand: 'ls -la .',
  });
});

const once = (old: string, fresh: string): string => {
  expect(text.split(old)).toHaveLength(2);
  return text.replace(old, fresh);
};
it.each<[string, () => string | Uint8Array, string]>([
  ['an empty file', () => '', 'EOF while parsing'],
  ['no JSON', () => 'not valid json {', ''],
  ['half a lock', () => text.slice(0, 500), ''],
  ['text behind it', () => `${text}x`, ''],
  ['bytes that are not UTF-8', () => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff])]), ''],
  ['null', () => 'null', 'expected an object'],
  ['an array', () => `[${text}]`, 'expected an object'],
  ['a key twice', () => text.replace('"registry": null', '"registry": null, "root": {}'), 'duplicate'],
  ['another version', () => once('"lockfile_version": 1', '"lockfile_version": 2'), 'expected lockfile_version 1, found 2'],
  ['a version as text', () => once('"lockfile_version": 1', '"lockfile_version": "1"'), 'found "1"'],
  ['a version as float', () => once('"lockfile_version": 1', '"lockfile_version": 1.0'), 'found 1.0'],
  ['no time', () => once('"generated_at"', '"generated"'), 'missing generated_at'],
  ['a time that is none', () => once(GENERATED_AT, 'yesterday'), 'generated_at is not an RFC 3339 time'],
  ['a day that does not exist', () => once(GENERATED_AT, '2026-02-30T00:00:00+00:00'), 'generated_at is not an RFC 3339 time'],
  ['a time without its offset', () => once(GENERATED_AT, '2026-01-01T00:00:00'), 'generated_at is not an RFC 3339 time'],
  ['a time that is no text', () => once(`"${GENERATED_AT}"`, '0'), 'generated_at is not a string'],
  ['no root', () => once('"root"', '"ruth"'), 'missing root'],
  ['a root that is no object', () => text.replace(/"root": \{[^}]*\}/, '"root": []'), 'root is not an object'],
  ['a root of another id', () => once('"tool_id": "web/scraper"', '"tool_id": "web/other"'), 'root.tool_id is not the first element'],
  ['a root of another hash', () => text.replace(INTEGRITY.scraper, INTEGRITY.runtime), 'root.integrity is not that of the first element'],
  ['a root without version', () => once('"version"', '"wersion"'), 'missing version'],
  ['a version with a slash', () => once('"version": "1.0.0"', '"version": "../1"'), 'root.version cannot be part of a file name: ../1'],
  ['no chain', () => once('"resolved_chain"', '"chain"'), 'missing resolved_chain'],
  ['a chain that is null', () => text.replace(/"resolved_chain": \[[^]*\]/, '"resolved_chain": null'), 'resolved_chain is not an array'],
  ['an empty chain', () => text.replace(/"resolved_chain": \[[^]*\]/, '"resolved_chain": []'), 'resolved_chain is empty'],
  ['a chain of strings', () => text.replace(/"resolved_chain": \[[^]*\]/, '"resolved_chain": ["a"]'), 'resolved_chain[0] is not an object'],
  ['null integrity', () => once(`"${INTEGRITY.primitive}"`, 'null'), 'resolved_chain[2].integrity is not a string'],
  ['an empty integrity', () => once(INTEGRITY.primitive, ''), 'resolved_chain[2].integrity is not 64 lower-case hex digits'],
  ['upper-case hex', () => once(INTEGRITY.primitive, INTEGRITY.primitive.toUpperCase()), 'not 64 lower-case hex digits'],
  ['hex with a prefix', () => once(INTEGRITY.primitive, `sha256:${INTEGRITY.primitive}`), 'not 64 lower-case hex digits'],
  ['hex with a newline', () => once(INTEGRITY.primitive, `${INTEGRITY.primitive}\\n`), 'not 64 lower-case hex digits'],
  ['no integrity', () => text.replace(/,\s*"integrity": "b036[^"]*"/, ''), 'missing resolved_chain[2].integrity'],
  [
    'a broken link',
    () => once('"executor_id": "runtimes/python_script"', '"executor_id": "runtimes/other"'),
    'the next element is runtimes/python_script',
  ],
  [
    'a link from the last element',
    () => once('"executor_id": null', '"executor_id": "more"'),
    'resolved_chain[2].executor_id is more, and the next element is null',
  ],
  [
    'a null link in between',
    () => once('"executor_id": "primitives/subprocess"', '"executor_id": null'),
    'resolved_chain[1].executor_id is null',
  ],
  ['no executor_id', () => text.replace(/"executor_id": null,\s*/, ''), 'missing resolved_chain[2].executor_id'],
  ['no tool_type', () => text.replace(/"tool_type": "primitive",\s*/, ''), 'missing resolved_chain[2].tool_type'],
  ['a tool_type that is no text', () => once('"primitive"', '1'), 'resolved_chain[2].tool_type is not a string'],
  ['another space', () => once('"space": "user"', '"space": "home"'), 'resolved_chain[1].space is not project, user or system'],
  ['a bundle without name', () => once('"space": "system"', '"space": "system:"'), 'space is not project, user or system'],
  ['an absolute id', () => text.replaceAll('primitives/subprocess', '/bin/sh'), "found '/bin/sh'"],
  ['an id with ..', () => text.replaceAll('primitives/subprocess', '../sh'), "found '../sh'"],
])('parseChainLock() refuses %s', (_, edited, error) => expect(() => parse(edited())).toRefuse('E_BAD_LOCK', {}, error));

const long = (length: number): string =>
  formatChainLock({
    ...lock,
    chain: Array.from({ length }, (_, at) => ({
      itemId: `t${at}`,
      space: 'user',
      toolType: null,
      executorId: at + 1 === length ? null : `t${at + 1}`,
      integrity: INTEGRITY.runtime,
    })),
  });

it('parseChainLock() accepts ten elements and refuses eleven', () => {
  expect(parse(long(10)).chain).toHaveLength(10);
  expect(() => parse(long(11))).toRefuse('E_BAD_LOCK', {}, 'more than 10 elements');
});

it('parseChainLock() refuses a duplicate element, which no resolved chain has', () => {
  const twice = long(3).replaceAll('"t2"', '"t0"');
  expect(() => parse(twice)).toRefuse('E_BAD_LOCK', {}, 'resolved_chain has a duplicate element');
});
