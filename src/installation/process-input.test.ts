import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PATH_VARIABLES } from './process-input.ts';

/** Variables that are not paths. */
const NO_PLACES = [
  'AWS_ACCESS_KEY_ID',
  'AWS_DEFAULT_PROFILE',
  'AWS_DEFAULT_REGION',
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
  'AWS_PROFILE',
  'AWS_REGION',
  'AWS_REQUEST_CHECKSUM_CALCULATION',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'CI',
  'COLUMNS',
  'CUSTODY_CHAIN_SCOPE',
  'FINGERPRINT_TRUST',
  'FORCE_COLOR',
  'NO_COLOR',
  'REQUEST_METHOD',
  'SOURCE_DATE_EPOCH',
  'TERM',
];

it('PATH_VARIABLES has every variable that src reads, except those that are not paths', () => {
  const src = fileURLToPath(new URL('..', import.meta.url));
  const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(src, path), 'utf8'));
  const read = texts.flatMap((text) =>
    [...text.matchAll(/\benv\['(\w+)'\]|\bvariable\(env, '(\w+)'\)/g)].map((found) => found[1] ?? found[2]),
  );
  expect(new Set(read.filter((name) => !NO_PLACES.includes(name as string)))).toEqual(new Set(PATH_VARIABLES));
});
