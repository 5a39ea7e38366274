import { expect, test } from 'vitest';
import type { JsonValue } from '#core/json/value';
import type { Claim } from './claims.ts';
import { unusedHints } from './hints.ts';

const DIGEST = 'a'.repeat(64);
const PLACE = 'corridors/one/trust-anchors.yaml';

function hintsOf(field: string, value: JsonValue, others: readonly Claim[] = []): readonly string[] {
  const claim: Claim = { section: 'corridors', id: 'one', field, value };
  const answer = { section: 'corridors', id: 'one', field, file: PLACE, result: { tag: 'found', value: DIGEST } } as const;
  return unusedHints([claim, ...others], [answer]).map(({ id, field: told }) => `${id} ${told}`);
}

const reference = (fields: Readonly<Record<string, JsonValue>> = {}) => ({ artifact_type: 'blob', digest_sha256: DIGEST, ...fields });

test('unusedHints() reports nothing for a digest, and for a reference to the file that was read', () => {
  for (const value of [DIGEST, reference(), reference({ uri: PLACE })]) expect(hintsOf('trust_anchors_sha256', value)).toEqual([]);
});

test.each([
  reference({ uri: 'elsewhere' }),
  reference({ uri: PLACE, byte_length: 12 }),
  reference({ uri: 12 }),
  reference({ artifact_type: 'vc' }),
])('unusedHints() reports %j', (value) => expect(hintsOf('trust_anchors_sha256', value)).toEqual(['one trust_anchors_sha256']));

test('unusedHints() accepts the path of an archive, which is its own claim', () => {
  const value = reference({ artifact_type: 'lawpack', uri: 'dist/one.zip' });
  const path: Claim = { section: 'lawpacks', id: 'one', field: 'lawpack_artifact_path', value: 'dist/one.zip' };
  expect(hintsOf('lawpack_digest_sha256', value, [path])).toEqual([]);
  expect(hintsOf('lawpack_digest_sha256', value)).toEqual(['one lawpack_digest_sha256']);
});

test('unusedHints() ignores parameters', () => expect(hintsOf('params', reference({ uri: 'elsewhere' }))).toEqual([]));
