import { expect, it } from 'vitest';
import { line, read, SIGNERS } from '../../../tests/sign/policies.ts';
import { A } from '../../../tests/sign/seals.ts';

const RULE = '  - kind: lock\n    require: 1 of [producer]';

it.each<[string, string, string]>([
  ['an unknown field', 'requires: x\n', 'requires: no such field'],
  ['a field that is misspelt', 'ruls: x\n', 'ruls: no such field: is rules meant?'],
  ['another version', 'version: policy.v1\n', 'version: expected policy.v0'],
  [
    'an unknown role',
    SIGNERS.replace('[producer]', '[maker]').replace(', producer]', ']'),
    'rules[0].require: expected roles or names of signers, found producer, which no signer has',
  ],
  [
    'a threshold that nobody can meet',
    '3 of [producer]',
    'rules[0].require: nobody can meet 3 of [producer]: there are too few different signers',
  ],
  ['a threshold that names too few', '3 of [alice, carol]', 'nobody can meet 3 of [alice, carol]: there are too few different signers'],
  ['an algorithm that nobody has', '1 of [auditor]"\n    algorithms: [rsa]\n    distinct: "signers', 'nobody can meet'],
  ['a rule for nothing that exists', 'kind: locks', 'rules[0].kind: expected one of lock, pack'],
  ['a requirement that is none', 'two of us', 'rules[0].require: expected a text such as'],
  ['zero', '0 of [producer]', 'expected at least 1, found 0'],
  ['a name twice in a list', '1 of [producer, producer]', 'expected each name once, found producer twice'],
  ['a signer twice', SIGNERS.replace('carol', 'alice'), 'signers[2].name: expected each name once, found alice twice'],
  ['a key that is none', SIGNERS.replace(line(A), 'ssh-ed25519 AAAA'), 'signers[0].key: expected'],
  [
    'key and root',
    SIGNERS.replace('    roles: [auditor]', '    root: x\n    identity: y\n    roles: [auditor]'),
    'signers[2].key: expected either key, or root with identity',
  ],
  ['neither', SIGNERS.replace(/ {4}key: ssh.*\n/, ''), 'signers[0].key: expected either key, or root with identity'],
  ['a role that is no name', SIGNERS.replace('[auditor]', '[The Auditor]'), 'signers[2].roles: expected a role in lower case'],
  [
    'a period that ends before it begins',
    SIGNERS.replace('not_after: 2026', 'not_before: 2027-01-01T00:00:00Z\n    not_after: 2026'),
    'expected a time after not_before',
  ],
  ['a day without a time', SIGNERS.replace('2026-06-01T00:00:00Z', '2026-06-01'), 'expected an RFC 3339 time'],
  ['an age without a unit', '1 of [producer]"\n    max_age: "30', 'expected a number and a unit such as 30d, found 30'],
  ['a timestamp without an authority', '1 of [producer]"\n    timestamp: "required', 'expected timestamp_authorities'],
  ['signers that are no list', '\nsigners: alice\n', 'signers: expected a list that is not empty'],
  ['a name that is none', SIGNERS.replace('name: carol', 'name: "carol and others"'), 'signers[2].name: expected a name of letters'],
  [
    'a name that is a role',
    SIGNERS.replace('name: carol', 'name: producer'),
    'signers: expected names that are no roles, found producer as both',
  ],
  ['roles that are no list', SIGNERS.replace('[auditor]', 'auditor'), 'signers[2].roles: expected a list that is not empty'],
  ['a role that is no text', SIGNERS.replace('[auditor]', '[1]'), 'signers[2].roles: expected a list of texts'],
  ['a role twice', SIGNERS.replace('[auditor]', '[auditor, auditor]'), 'signers[2].roles: expected each text once'],
  [
    'a purpose with a blank',
    SIGNERS.replace('    roles: [auditor]', '    namespaces: ["git file"]\n    roles: [auditor]'),
    'signers[2].namespaces: expected names or patterns without blanks, commas and !',
  ],
  [
    'a purpose of a root',
    SIGNERS.replace(/ {4}key: (ssh.*)\n/, '    root: x\n    identity: y\n    namespaces: [git]\n'),
    'signers[0].namespaces: is for a key only',
  ],
  ['an algorithm that is none', '1 of [producer]"\n    algorithms: [dsa]\n    distinct: "signers', 'rules[0].algorithms: expected some of'],
  [
    'algorithms where nobody signs',
    'nothing"\n    algorithms: [rsa]\n    distinct: "signers',
    'rules[0].algorithms: is for rules that ask for signatures',
  ],
  ['another choice', '1 of [producer]"\n    distinct: "all', 'rules[0].distinct: expected roles or signers, found all'],
])('parsePolicy() refuses %s', (_, change, message) => {
  const isSigners = change.startsWith('\nsigners');
  const isTop = change.startsWith('version') || change.endsWith('x\n');
  const rules =
    isSigners || isTop
      ? RULE
      : change.startsWith('kind')
        ? `  - ${change}\n    require: 1 of [producer]`
        : `  - kind: lock\n    require: "${change}"`;
  const head = change.startsWith('version') ? change.trimEnd() : `version: policy.v0${isTop ? `\n${change.trimEnd()}` : ''}`;
  const found = read(`${head}${isSigners ? change : SIGNERS}rules:\n${rules}\n`);
  expect('rules' in found ? [] : found.map(({ at, message: text }) => `${at}: ${text}`).join('\n')).toContain(message);
});

it.each(['[]', '1', 'null', '{}', '{"version":"policy.v0"}'])('parsePolicy() refuses %s', (text) => {
  expect(Array.isArray(read(text))).toBe(true);
});
