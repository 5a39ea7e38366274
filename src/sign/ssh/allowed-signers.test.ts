import { describe, expect, it } from 'vitest';
import { type AllowedSigner, findAllowedSigner, parseAllowedSigners, parseSshTime } from './allowed-signers.ts';
import { matchesPatternList } from './patterns.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAINdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea';
const WALL = Date.UTC(2030, 0, 1, 11);
const local = (): number => WALL;
const only = (line: string): AllowedSigner | undefined => parseAllowedSigners(line, local).signers[0];

describe('parseAllowedSigners()', () => {
  it('reads names, options and keys, with comments, blanks and CR', () => {
    const text = `# comment\r\n\n  a,b ${KEY} a comment\r\n"c d" Cert-Authority,NAMESPACES="x,y*" ${KEY}\n`;
    const { signers, unusable } = parseAllowedSigners(text, local);
    expect(unusable).toEqual([]);
    expect(signers.map(({ line, principals, isAuthority, namespaces }) => [line, principals, isAuthority, namespaces])).toEqual([
      [3, 'a,b', false, null],
      [4, 'c d', true, 'x,y*'],
    ]);
  });

  it('reads times as UTC with Z, else by the clock of the machine', () => {
    expect(only(`a valid-after="20200101Z",valid-before="203001011200" ${KEY}`)).toMatchObject({
      validAfter: Date.UTC(2020, 0, 1),
      validBefore: WALL,
    });
  });

  it.each([
    ['nonsense', /names, options and a key/],
    [`a unknown ${KEY}`, /unknown option unknown/],
    [`a namespaces=x ${KEY}`, /options parted by commas/],
    [`a namespaces="x",namespaces="y" ${KEY}`, /twice/],
    [`a cert-authority, ${KEY}`, /options parted by commas/],
    [`a valid-after="2020" ${KEY}`, /expected a time/],
    [`a valid-after="20300101Z",valid-before="20200101Z" ${KEY}`, /not after/],
    ['a ssh-ed25519 AAAA', /public key/],
    [`a ${KEY.replace('ssh-ed25519', 'ssh-rsa')}`, /public key/],
    ['a', /names/],
  ])('does not use %s', (line, reason) => {
    const { signers, unusable } = parseAllowedSigners(line, local);
    expect(signers).toEqual([]);
    expect(unusable).toEqual([{ line: 1, reason: expect.stringMatching(reason) as string }]);
  });
});

describe('findAllowedSigner()', () => {
  const list = parseAllowedSigners(`a valid-before="20300101Z" ${KEY}\nb valid-after="20300101Z" ${KEY}`, local);
  const key = (list.signers[0] as AllowedSigner).key;
  const at = Date.UTC(2026, 0, 1);

  it('tries all lines of a key', () => {
    expect(findAllowedSigner(list, { key, identity: null, namespace: 'file', at })).toMatchObject({ principals: 'a' });
    expect(findAllowedSigner(list, { key, identity: 'b', namespace: 'file', at })).toMatchObject({
      reason: 'line 2: the key is not valid yet',
    });
  });

  it('includes both ends of the time', () => {
    const end = Date.UTC(2030, 0, 1);
    expect(findAllowedSigner(list, { key, identity: 'a', namespace: 'file', at: end })).toMatchObject({ line: 1 });
    expect(findAllowedSigner(list, { key, identity: 'b', namespace: 'file', at: end })).toMatchObject({ line: 2 });
    expect(findAllowedSigner(list, { key, identity: 'a', namespace: 'file', at: end + 1 })).toMatchObject({ isNamed: true });
  });
});

describe('matchesPatternList()', () => {
  it.each<[string, string, boolean]>([
    ['alice', 'alice', true],
    ['alice', 'Alice', false],
    ['alice', 'a*e', true],
    ['alice', '?lice', true],
    ['alice', 'al?', false],
    ['alice', '*,!alice', false],
    ['alice', '!bob', false],
    ['alice', '!bob,*', true],
    ['', '*', true],
    ['aXbXc', 'a*X*c', true],
    ['aaaa', '*a*a*b', false],
  ])('%s in %s: %s', (text, list, expected) => expect(matchesPatternList(text, list)).toBe(expected));
});

describe('parseSshTime()', () => {
  it.each<[string, number | null]>([
    ['20260230Z', null],
    ['20261301Z', null],
    ['202601012400Z', null],
    ['2026010112Z', null],
    ['20260101123045z', Date.UTC(2026, 0, 1, 12, 30, 45)],
    ['20260101UTC', Date.UTC(2026, 0, 1)],
    ['20260101', WALL],
    ['2026-01-01', null],
  ])('%s', (text, expected) => expect(parseSshTime(text, local)).toBe(expected));
});
