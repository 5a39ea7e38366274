import { describe, expect, it } from 'vitest';
import { objectPath, objectUrl } from './request.ts';

const bucket = new URL('https://evidence.example.org/');

describe('objectPath()', () => {
  it.each(['..', '.', '/a', 'a/', 'a//b', 'a/./b', 'a/../b', '../a', 'a/..'])('refuses the key %j, which a URL cannot name', (key) =>
    expect(() => objectPath(key)).toRefuse('E_IO', {}, 'a key has an empty, "." or ".." segment, which a URL cannot name'),
  );

  it('escapes all but the unreserved characters of a segment', () => {
    expect(objectPath("a b/+é!'()*~._-/%2e%2e/...")).toBe('a%20b/%2B%C3%A9%21%27%28%29%2A~._-/%252e%252e/...');
  });
});

describe('objectUrl()', () => {
  it('stays in the bucket, whose own URL has no final slash', () => {
    expect(objectUrl(bucket, 'packs/%2e%2e/x').href).toBe('https://evidence.example.org/packs/%252e%252e/x');
    expect(objectUrl(new URL('http://127.0.0.1:9000/evidence/'), '', { prefix: 'a b' }).href).toBe(
      'http://127.0.0.1:9000/evidence?prefix=a%20b',
    );
    expect(() => objectUrl(bucket, '../other/x')).toThrow('a URL cannot name');
  });
});
