import { describe, expect, it } from 'vitest';
import type { ByteSource } from '#core/ports';
import { Refusal } from '#core/refusal';
import { encodeUtf8 } from '#core/utf8';
import { LOOKS_LIKE_JSON, LOOKS_LIKE_YAML } from '#io/looks';
import { chunkedSource } from '../../tests/fuzz/chunks.ts';
import { detectMember } from './pack-type.ts';

const JSON_LOOKS = LOOKS_LIKE_JSON;
const YAML_LOOKS = LOOKS_LIKE_YAML;
const BOTH = LOOKS_LIKE_JSON | LOOKS_LIKE_YAML;
const OTHER = { type: 'other', artifactVersion: null };

const sourceOf = (bytes: Uint8Array): ByteSource => chunkedSource(bytes, () => 100_000);

describe('detectMember()', () => {
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
    expect(detectMember(path, sourceOf(encodeUtf8(text)), looks)).toEqual(expected);
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

  it('passes on that a member cannot be read', () => {
    const source: ByteSource = {
      read() {
        throw new Error('EIO');
      },
    };
    for (const looks of [0, JSON_LOOKS, YAML_LOOKS]) expect(() => detectMember('a', source, looks)).toThrow('EIO');
  });

  it('refuses JSON of which it cannot tell what it says, by the name of the member', () => {
    const keys = Array.from({ length: 700_000 }, (_, k) => `"key number ${k}":0,`).join('');
    expect(() => detectMember('a/m.json', sourceOf(encodeUtf8(`{${keys}"version":"rvl.v0"}`)), JSON_LOOKS)).toThrow(
      new Refusal('E_IO', 'Cannot tell what a/m.json is: more fields than 64 MiB hold', {
        path: 'a/m.json',
        error: 'more fields than 64 MiB hold',
      }),
    );
  });
});
