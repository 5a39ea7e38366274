/**
 * A policy in sentences, for the people whom it is about.
 *
 *     explainPolicy(policy)     ['signers:', '  alice: producer; ed25519 SHA256:bbXp…', 'a lock needs 2 of [producer, reviewer, auditor]: …']
 */
import { validityText } from '#core/validity';
import type { Policy, PolicyRule, PolicySigner } from './document.ts';
import { entriesOf, unitOf } from './lookup.ts';

export function* explainPolicy({ signers, rules, timestampRoots, demanded, namespace, notes }: Policy): Generator<string> {
  yield 'signers:';
  for (const signer of signers) yield `  ${signerText(signer)}`;
  for (const text of sharedKeys(signers)) yield `  ${text}`;
  for (const rule of rules) yield* ruleLines(rule, signers);
  if (demanded !== undefined) yield* ruleLines(demanded, signers);
  if (namespace !== undefined) yield `SSH signatures count if they are for ${namespace}`;
  yield timestampRoots.length === 0
    ? 'timestamps: no authority is trusted, so that every time is only claimed'
    : `timestamps: ${timestampRoots.length === 1 ? '1 authority is' : `${timestampRoots.length} authorities are`} trusted`;
  yield* notes;
  if (!rules.some(({ kind }) => kind === 'any'))
    yield 'a kind of evidence without a rule is not judged by this policy, and custody verify says so (PARTIAL)';
}

function signerText({ name, key, identity, roles, valid, namespaces }: PolicySigner): string {
  const by =
    key === null
      ? `identity ${identity?.identity ?? ''}${(identity?.issuer ?? null) === null ? '' : ` by ${identity?.issuer}`}`
      : `${key.algorithm === null ? 'key' : key.algorithm} ${key.fingerprint}`;
  const when = valid.from === null && valid.until === null ? '' : `; ${validityText(valid)}`;
  const what = namespaces === null ? '' : `; SSH signatures for ${namespaces}`;
  return `${name}: ${roles.length === 0 ? '' : `${roles.join(', ')}; `}${by}${when}${what}`;
}

/** What the author of a policy may not have meant. */
export function policyWarnings({ signers, notes }: Policy): readonly string[] {
  const open = signers.filter(({ identity }) => identity !== null && identity.issuer === null);
  return [
    ...sharedKeys(signers),
    ...open.map(({ name }) => `whoever the root lets vouch for identities can vouch for ${name}: issuer would name one`),
    ...notes,
  ];
}

/** A key under two names is one signer. */
function sharedKeys(signers: readonly PolicySigner[]): readonly string[] {
  const names = new Map<string, Set<string>>();
  for (const signer of signers) names.set(unitOf(signer), (names.get(unitOf(signer)) ?? new Set()).add(signer.name));
  return [...names.values()].filter(({ size }) => size > 1).map((list) => `${[...list].join(' and ')} have the same key, and count once`);
}

function* ruleLines(rule: PolicyRule, signers: readonly PolicySigner[]): Generator<string> {
  const { kind, require, differ, made, timestamp, maxAge, algorithms } = rule;
  const isList = signers.every(({ roles }) => roles.length === 0);
  const what = kind === 'any' ? 'all evidence' : `a ${kind}`;
  if (require.required === 0) {
    yield `${what} needs no signature`;
    if (timestamp || maxAge !== null || made.from !== null || made.until !== null)
      yield '  it needs a timestamp of a trusted authority over itself';
  } else yield `${what} needs ${require.text}${isList ? '' : ':'}`;
  for (const name of isList ? [] : require.names) {
    const who = signers.filter((signer) => entriesOf(signer, { ...rule, require: { ...require, names: [name] } }, null).length > 0);
    yield `  ${name}: ${who.map((signer) => signer.name).join(', ')}`;
  }
  const many = require.required > 1;
  if (many) yield differ === 'roles' ? '  by different signers, in different roles as far as there are enough' : '  by different signers';
  if (made.from !== null || made.until !== null) yield `  made ${validityText(made)}`;
  if (timestamp) yield '  each with a timestamp of a trusted authority';
  if (maxAge !== null) yield `  each not older than ${maxAge / 86_400_000} days`;
  if (algorithms !== null) yield `  each by a key for ${algorithms.join(' or ')}`;
}
