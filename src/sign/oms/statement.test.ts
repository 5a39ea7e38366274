import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { BadSignature } from '../bad-signature.ts';
import { parseModelStatement } from './statement.ts';

const DIGEST = createHash('sha256').update('a\n').digest('hex');
const rootDigest = (digests: readonly string[]): string =>
  createHash('sha256')
    .update(Buffer.from(digests.join(''), 'hex'))
    .digest('hex');
const RESOURCE = { name: 'a.txt', digest: DIGEST, algorithm: 'sha256' };
const FILES = { method: 'files', hash_type: 'sha256', allow_symlinks: false, ignore_paths: ['.git'] };
const SHARDS = { method: 'shards', hash_type: 'sha256', allow_symlinks: false, shard_size: 2 };

interface Changes {
  readonly serialization?: unknown;
  readonly resources?: unknown;
  readonly subject?: unknown;
  readonly predicate?: unknown;
}

function parse({ serialization = FILES, resources = [RESOURCE], subject, predicate = { resources, serialization } }: Changes) {
  const root = rootDigest([DIGEST]);
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subject ?? [{ name: 'model', digest: { sha256: root } }],
    predicateType: 'https://model_signing/signature/v1.0',
    predicate,
  };
  return parseModelStatement('application/vnd.in-toto+json', encodeUtf8(JSON.stringify(statement)), rootDigest);
}

it('parseModelStatement() reads whole files and shards', () => {
  expect(parse({})).toMatchObject({
    hash: 'sha256',
    shardSize: null,
    ignoredPaths: ['.git'],
    files: [{ path: 'a.txt', digests: [DIGEST] }],
  });
  const shard = { ...RESOURCE, name: 'a.txt:0:2' };
  expect(parse({ serialization: SHARDS, resources: [shard] })).toMatchObject({ shardSize: 2, files: [{ path: 'a.txt', size: 2 }] });
});

const OTHER = '0'.repeat(64);
it.each<[string, Changes]>([
  ['its subject is not the digest over its resources', { subject: [{ digest: { sha256: OTHER } }] }],
  ['its subject is not the digest over its resources', { resources: [{ ...RESOURCE, digest: OTHER }] }],
  ['its subject is not the digest over its resources', { resources: [RESOURCE, { ...RESOURCE, name: 'b.txt' }] }],
  ['expected a subject with a SHA-256', { subject: [{ digest: { sha512: OTHER } }] }],
  ['expected exactly one subject', { subject: [] }],
  ['expected an object in digest', { subject: [{ name: 'model' }] }],
  ['expected an object in predicate', { predicate: 'all' }],
  ['expected the method files or shards, found another', { serialization: { ...FILES, method: 'chunks' } }],
  ['expected allow_symlinks to be true or false', { serialization: { ...FILES, allow_symlinks: 'no' } }],
  ['expected shard_size to be a positive whole number', { serialization: { ...SHARDS, shard_size: 0 } }],
  ['expected shard_size to be a positive whole number', { serialization: { ...SHARDS, shard_size: 1.5 } }],
  ['expected shard_size with the method shards, and only with it', { serialization: { ...FILES, shard_size: 2 } }],
  ['expected a list in ignore_paths', { serialization: { ...FILES, ignore_paths: '.git' } }],
  ['expected relative paths without wildcards in ignore_paths, found something else', { serialization: { ...FILES, ignore_paths: ['*'] } }],
  ['expected a text as the name of a resource', { resources: [{ ...RESOURCE, name: 1 }] }],
  ['expected the algorithm sha256 for a.txt, found another', { resources: [{ ...RESOURCE, algorithm: 'blake3' }] }],
])('parseModelStatement() says "%s": %j', (message, changes) => {
  expect(() => parse(changes)).toThrow(new BadSignature(message));
});
