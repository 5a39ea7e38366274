import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import type { ByteSource } from '#core/ports';
import { chunkedSource } from '../../../tests/fuzz/helpers/chunks.ts';
import { type DetectedMember, detectMember, detectShort } from './detect-type.ts';
import { LOOKS_LIKE_JSON, LOOKS_LIKE_YAML } from './sniff.ts';

const JSON_LOOKS = LOOKS_LIKE_JSON;
const YAML_LOOKS = LOOKS_LIKE_YAML;
const BOTH = LOOKS_LIKE_JSON | LOOKS_LIKE_YAML;
const OTHER = { type: 'other', artifactVersion: null };

const sourceOf = (bytes: Uint8Array): ByteSource => chunkedSource(bytes, () => 100_000);

/** Both ways to read a member must agree; the one for short members cannot read long ones. */
function detected(path: string, text: string, looks: number): DetectedMember {
  const bytes = encodeUtf8(text);
  const told = detectMember(path, sourceOf(bytes), looks);
  if (bytes.length <= 1 << 16) expect(detectShort(path, bytes, looks)).toEqual(told);
  return told;
}

describe('detectMember() and detectShort()', () => {
  it.each([
    ['a.json', '{"version":"rvl.v0","rows":[1,2,{"version":"x"}]}', JSON_LOOKS, { type: 'report', artifactVersion: 'rvl.v0' }],
    [
      'a.json',
      `{"rows":[${'{"a":1},'.repeat(300_000)}0],"version":"lock.v0"}`,
      JSON_LOOKS,
      { type: 'lockfile', artifactVersion: 'lock.v0' },
    ],
    ['a.json', '{"version":"rvl.v0","version":"rvl.v0"}', JSON_LOOKS, OTHER],
    ['a.json', '{"version":"rvl.v0"} {', JSON_LOOKS, OTHER],
    ['a.json', '{"version":"rvl.v0"', JSON_LOOKS, OTHER],
    ['registry.json', '{"version":"rvl.v0"', JSON_LOOKS, { type: 'registry', artifactVersion: null }],
    ['a.json', '{"version":"rvl.v0"}', 0, OTHER],
    ['p.yaml', 'schema_version: 1\nprofile_id: loans\n', YAML_LOOKS, { type: 'profile', artifactVersion: null }],
    ['p.txt', '# text\nschema_version: 1\nprofile_id: loans\n', YAML_LOOKS, { type: 'profile', artifactVersion: null }],
    ['p.json', '{"schema_version":1,"profile_id":"a"}', BOTH, { type: 'profile', artifactVersion: null }],
    ['p.yaml', 'x:\n  schema_version: 1\n  profile_id: loans\n', YAML_LOOKS, OTHER],
    ['p.yaml', '- schema_version: 1\n- profile_id: loans\n', YAML_LOOKS, OTHER],
    ['p.yaml', 'schema_version: 1\nprofile_id: loans\nprofile_id: again\n', YAML_LOOKS, OTHER],
    ['p.yaml', 'schema_version: 1\nprofile_id: loans\n', 0, OTHER],
    ['p.yaml', `schema_version: 1\nprofile_id: loans\n# ${'x'.repeat(1 << 20)}\n`, YAML_LOOKS, OTHER],
    ['f.yaml', 'fingerprint_id: "csv.v0"\nassertions: []\n', YAML_LOOKS, { type: 'fingerprint', artifactVersion: 'csv.v0' }],
    ['f.fp.yaml', "fingerprint_id: 'csv.v0'\n", 0, { type: 'fingerprint', artifactVersion: 'csv.v0' }],
    ['f.fp.yaml', 'fingerprint_id: [csv.v0\n', YAML_LOOKS, OTHER],
    ['r.json', '{"version":"rvl.v0","schema_version":1,"profile_id":"a"}', BOTH, { type: 'report', artifactVersion: 'rvl.v0' }],
    ['r.json', '{"version":"rvl.v9","schema_version":1,"profile_id":"a"}', BOTH, { type: 'profile', artifactVersion: null }],
  ])('of %s with %.60s', (path, text, looks, expected) => {
    expect(detected(path, text, looks)).toMatchObject({ type: expected, fault: null });
  });

  it.each([
    ['that is taken for JSON', '{"version":"rvl.v0"}\n'],
    ['that is no JSON after its first byte', `}${'x'.repeat(3 << 20)}`],
    ['that is not parsed at all', 'a,b\n'.repeat(500_000)],
  ])('reads a member %s to its end', (_, text) => {
    for (const looks of [0, JSON_LOOKS, YAML_LOOKS, BOTH]) {
      const pieces: Uint8Array[] = [];
      detectMember('a', sourceOf(encodeUtf8(text)), looks, (bytes) => pieces.push(bytes.slice()));
      expect(Buffer.concat(pieces).equals(Buffer.from(text))).toBe(true);
    }
  });

  it('throws the error of a member that cannot be read', () => {
    const source: ByteSource = {
      read() {
        throw new Error('EIO');
      },
    };
    for (const looks of [0, JSON_LOOKS, YAML_LOOKS]) expect(() => detectMember('a', source, looks)).toThrow('EIO');
  });

  it('gives JSON that exceeds a limit the type other, with a warning', () => {
    const keys = Array.from({ length: 5000 }, (_, k) => `"${'x'.repeat(7000)}${k}":0,`).join('');
    for (const text of [`{${keys}"version":"rvl.v0"}`, `{"version":"rvl.v0","x":"${'x'.repeat(1 << 26)}"}`]) {
      const pieces = { size: 0 };
      const told = detectMember('a/m.json', sourceOf(encodeUtf8(text)), JSON_LOOKS, ({ length }) => (pieces.size += length));
      expect(told).toEqual({ type: { type: 'other', artifactVersion: null }, fault: null, doubt: expect.stringContaining('64 MiB') });
      expect(pieces.size).toBe(text.length);
    }
  });

  it.each([
    ['{"version":"rvl.v0","outcome":null}', '/outcome must be string'],
    ['{"version":"pack.v0","pack_id":7,"members":[]}', '/pack_id must be string'],
    ['{"version":"verify.rules.v0"}', 'must have rules'],
  ])('says what the schema has against %s', (text, fault) => {
    expect(detected('a.json', text, JSON_LOOKS).fault).toBe(fault);
  });

  const refused = '{"outcome":"REFUSAL","refusal":{"code":"E_EMPTY"},"version":';

  it.each([
    ['a.json', `${refused}"lock.v0"}`, 'refusal', 'a refusal under the version lock.v0, sealed as a refusal'],
    ['a.json', `${refused}"pack.v0"}`, 'refusal', 'a refusal under the version pack.v0, sealed as a refusal'],
    [
      'a.json',
      '{"version":"lock.v0","members":[]}',
      'lockfile',
      'a lockfile without lock_hash and members, which lock verify would refuse',
    ],
    ['a.json', '{"version":"lock.v0","lock_hash":"sha256:0","members":[]}', 'lockfile', null],
    ['a.json', '{"lockfile_version":1,"root":{"version":"1"},"resolved_chain":[]}', 'chain-lock', null],
    ['stack.lock', '{"stack_spec_version":"0.4","zone_id":"z"}', 'stack-lock', null],
    ['a.json', '{"ok":true,"ref":"r","canonical_scope":"s"}', 'replay-result', null],
    ['a.jsonl', '{"id":"a","version":"witness.v0"}\n{"id":"b","version":"witness.v0"}\n', 'ledger', null],
    ['a.jsonl', '{"id":"a","version":"witness.v0"}\n', 'ledger', null],
    ['a.jsonl', '{"path":"a","version":"hash.v0"}\n{"path":"b","version":"hash.v0"}\n', 'other', null],
    ['dec.seals.jsonl', '{"a":1,"version":"x"}\n{"a":2}\n', 'seals', null],
  ])('takes %s with %.50s for %s', (path, text, type, doubt) => {
    expect(detected(path, text, JSON_LOOKS)).toMatchObject({ type: { type }, fault: null, doubt });
  });

  it('recognises a stack.lock in YAML', () => {
    const yaml = 'stack_spec_version: "0.4"\nzone_id: z\n';
    expect(detected('stack.lock', yaml, YAML_LOOKS).type.type).toBe('stack-lock');
  });
});
