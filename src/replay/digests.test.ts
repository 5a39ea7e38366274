import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import { newHasher, sha256Hex } from '#hashing/hashers';
import { embeddedDigest } from './digest-embedded.ts';
import { formatGo, goBytesDigest } from './digest-go-bytes.ts';
import { parseBundle } from './parse.ts';
import { replayV1 } from './state.ts';
import { virtualBundle } from './virtual.ts';

const claim = '{\n  "claim_id": "claim1",\n  "subject": "demo",\n  "assertion": "example"\n}\n';
const demo = (text: string) => ({
  'snapshot.json': '{"ref":"demo","expected_hash_v1":"x","state":{"hello":"world","n":1}}',
  'claims/claim1.json': text,
});
function digests(files: Record<string, string | Uint8Array>): readonly [string, string] {
  const { snapshot, files: parsed } = parseBundle(virtualBundle(files, 'demo').files, { asDoubles: true });
  if (snapshot === null) throw new Error('no snapshot');
  return [goBytesDigest(snapshot, parsed, newHasher), embeddedDigest(replayV1(snapshot, parsed), sha256Hex)];
}

it('goBytesDigest() and embeddedDigest() are the published hash, and the one that the specification derives', () => {
  const embedded = 'CEED6850EF783B9B34ABAAE86125B6180DC7D078E114C5309C4E042060BB7EDD';
  expect(digests(demo(claim))).toEqual(['273910B657210EECE942EFC038F6E06994711DA6399422E57225CE2394299E55', embedded]);
  expect(digests(demo(claim.replaceAll('\n', '\r\n')))).toEqual([
    '5CEE930BE97BA365CF2222BFAFF2730F56C626F67517ACF5E8BCAC03851C2AEB',
    embedded,
  ]);
});

it('goBytesDigest() and embeddedDigest() cover files of any length, in their folders and order', () => {
  const long = `"${'é'.repeat(100_000)}"`;
  const files = { 'snapshot.json': '{}', 'claims/b.json': '2', 'claims/a.json': long, 'meaning/m.json': '""', 'units/u.txt': 'no' };
  const decimal = (text: string): string => `[${[...encodeUtf8(text)].join(',')}]`;
  const text = `{"snapshot":${decimal('{}')},"units":[],"versions":[],"claims":[${decimal(long)},${decimal('2')}],"meaning":[${decimal('""')}],"uncertainty":[]}`;
  expect(digests(files)[0]).toBe(createHash('sha256').update(text).digest('hex').toUpperCase());
});

const go = (text: string): string => formatGo(parseJson(encodeUtf8(text)));
it.each([
  ['{"b":1,"a":{"d":[],"c":{}}}', '{"a":{"c":{},"d":[]},"b":1}'],
  ['{"\u{ff5e}":1,"\u{10000}":2}', '{"\u{ff5e}":1,"\u{10000}":2}'],
  ['"<>&\u2028\u2029/\u007f"', '"\\u003c\\u003e\\u0026\\u2028\\u2029/\u007f"'],
  ['"\\u0001\\b\\f\\n\\r\\t\\"\\\\"', '"\\u0001\\b\\f\\n\\r\\t\\"\\\\"'],
  ['[1.0,1e3,-0,-0.0,0,1e21,1e-7,1e20]', '[1,1000,-0,-0,0,1e+21,1e-7,100000000000000000000]'],
  ['[9007199254740993,18446744073709551616]', '[9007199254740992,18446744073709552000]'],
  ['{"__proto__":null,"t":true}', '{"__proto__":null,"t":true}'],
])('formatGo() %s as Go writes it', (text, wanted) => expect(go(text)).toBe(wanted));
