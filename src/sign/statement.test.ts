import { expect, it } from 'vitest';
import { encodeUtf8 } from '#core/bytes/utf8';
import { BadEnvelope } from './dsse.ts';
import { parseStatement } from './statement.ts';

const DIGEST = { sha256: 'AB'.repeat(32) };
const parse = (changes: object) => {
  const statement = { _type: 'https://in-toto.io/Statement/v1', subject: [{ digest: DIGEST }], predicateType: 'urn:a', ...changes };
  return parseStatement(encodeUtf8(JSON.stringify(statement)));
};

it('parseStatement() reads digests in lower case, and needs neither a name nor a predicate', () => {
  expect(parse({})).toEqual({ subjects: [{ name: null, digest: { sha256: 'ab'.repeat(32) } }], predicateType: 'urn:a', predicate: {} });
});

it.each([
  ['expected an object as predicate', { predicate: 'p' }],
  ['the statement has no subject', { subject: [] }],
  ['a subject without a digest', { subject: [{ name: 'a' }] }],
  ['a subject without a digest', { subject: [{ digest: {} }] }],
  ['a subject with a digest sha256 that is no text', { subject: [{ digest: { sha256: 1 } }] }],
  ['a subject with a digest sha256 that is no text', { subject: [{ digest: { sha256: '' } }] }],
  ['a subject with a name that is no text', { subject: [{ digest: DIGEST, name: 1 }] }],
])('parseStatement() says "%s": %j', (message, changes) => expect(() => parse(changes)).toThrow(new BadEnvelope(message)));
