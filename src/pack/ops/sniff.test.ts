import { describe, expect, test } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { LOOKS_LIKE_JSON, LOOKS_LIKE_YAML, sniffStart, sniffWhole } from './sniff.ts';

describe('sniffWhole()', () => {
  test.each<[string, number]>([
    ['', 0],
    [' \n', 0],
    ['{}', 0],
    ['{"version":1}', LOOKS_LIKE_JSON],
    [' \t\r\n{"a":{"version":"x"}}', LOOKS_LIKE_JSON],
    ['{"\\u0076ersion":"rvl.v0"}', LOOKS_LIKE_JSON],
    ['{"versions":1}', 0],
    ['["version"]', 0],
    ['x {"version":1}', 0],
    ['\u{feff}{"version":1}', 0],
    ['schema_version: 1\nprofile_id: a', LOOKS_LIKE_YAML],
    ['profile_id: a\nschema_version: 1', LOOKS_LIKE_YAML],
    ['schema_version: 1', 0],
    ['schema_version: 1\nassertions: []', 0],
    ['fingerprint_id: a\nassertions: []', LOOKS_LIKE_YAML],
    ['fingerprint_id: a', LOOKS_LIKE_YAML],
    ['{"version": 1, "schema_version": 1, "profile_id": 2}', LOOKS_LIKE_JSON | LOOKS_LIKE_YAML],
  ])('tells %j as %i', (text, looks) => expect(sniffWhole(encodeUtf8(text))).toBe(looks));

  test('reads only the given bytes', () => {
    const whole = encodeUtf8('{"version":1}{"version":1}');
    expect([sniffWhole(whole.subarray(0, 5)), sniffWhole(whole.subarray(13))]).toEqual([0, LOOKS_LIKE_JSON]);
  });
});

describe('sniffStart()', () => {
  test.each<[string, number]>([
    ['  {', LOOKS_LIKE_JSON],
    ['   ', LOOKS_LIKE_JSON],
    ['a,b', 0],
    ['schema_version: 1\nprofile_id: a', 0],
  ])('tells a long file that starts with %j as %i', (text, looks) => expect(sniffStart(encodeUtf8(text))).toBe(looks));
});
