import { expect, it } from 'vitest';
import { maskedUrl } from './masked-url.ts';

const ID = `sha256:${'0f'.repeat(32)}`;

it.each([
  'dec.lock.json',
  'file:/srv/a@b/store',
  'oci://registry.example.org:5000/evidence',
  'oci://registry.example.org:5000/evidence@2025-12',
  `oci://registry.example.org/evidence@${ID}`,
  `s3://bucket@${ID}`,
  's3://bucket/a@b/c',
])('maskedUrl() leaves %s as it is', (text) => expect(maskedUrl(text)).toBe(text));

it.each([
  ['oci://me:secret@registry.example.org/evidence', 'oci://***@registry.example.org/evidence'],
  [`OCI://me:secret@host/evidence@${ID}`, `OCI://***@host/evidence@${ID}`],
  ['s3://KEY:se/cret@bucket/packs', 's3://***@bucket/packs'],
  ['s3://KEY:se@cr@et@bucket', 's3://***@bucket'],
  ['https://host/a?token=secret#more', 'https://host/a?…'],
  ['https://secret@host', 'https://***@host'],
])('maskedUrl() of %s is %s', (text, shown) => expect(maskedUrl(text)).toBe(shown));
