/**
 * What each field of a policy says by itself is right: whether the names exist, and whether the rules can be met.
 *
 *     checkNames(policy)     [{ at: 'rules[0].require', message: 'nobody can meet 2 of [producer]: there are too few different signers' }]
 */
import { judgeThreshold } from '#core/threshold';
import type { Policy, PolicyFault, PolicyRule, PolicySigner } from './document.ts';
import { entriesOf, unitOf } from './lookup.ts';

export function checkNames(policy: Policy): readonly PolicyFault[] {
  const { signers, rules } = policy;
  return [...nameFaults(signers), ...rules.flatMap((rule, index) => ruleFaults(rule, policy, `rules[${index}]`))];
}

function nameFaults(signers: readonly PolicySigner[]): readonly PolicyFault[] {
  const faults: PolicyFault[] = [];
  const names = new Set<string>();
  signers.forEach(({ name }, index) => {
    if (names.has(name)) faults.push({ at: `signers[${index}].name`, message: `expected each name once, found ${name} twice` });
    names.add(name);
  });
  const roles = rolesOf(signers);
  for (const name of names)
    if (roles.has(name) && !signers.some((signer) => signer.name === name && signer.roles.includes(name)))
      faults.push({ at: 'signers', message: `expected names that are no roles, found ${name} as both` });
  return faults;
}

/** What is wrong with a rule of this policy; `at` says where it is written. */
export function ruleFaults(rule: PolicyRule, policy: Policy, at: string): readonly PolicyFault[] {
  const { signers } = policy;
  const faults: PolicyFault[] = [];
  const [roles, names] = [rolesOf(signers), new Set(signers.map(({ name }) => name))];
  const unknown = rule.require.names.filter((name) => !roles.has(name) && !names.has(name));
  if (unknown.length > 0)
    faults.push({
      at: `${at}.require`,
      message: `expected roles or names of signers, found ${unknown.join(', ')}, which no signer has`,
    });
  else if (!canBeMet(rule, signers))
    faults.push({ at: `${at}.require`, message: `nobody can meet ${rule.require.text}: there are too few different signers` });
  return [...faults, ...timeFaults(rule, policy, at)];
}

/** A document has no time of its own: where no signature is needed, only a timestamp of an authority gives it one. */
function timeFaults(rule: PolicyRule, { signers, timestampRoots }: Policy, at: string): readonly PolicyFault[] {
  const needsNobody = rule.require.required === 0;
  const isTrusted = timestampRoots.length > 0 || (!needsNobody && signers.some(({ identity }) => identity !== null));
  const needsTime = rule.timestamp || (needsNobody && (rule.maxAge !== null || rule.made.from !== null || rule.made.until !== null));
  const faults: PolicyFault[] = [];
  if (needsTime && !isTrusted)
    faults.push({ at: `${at}.timestamp`, message: 'expected timestamp_authorities, because this rule needs a trusted time' });
  if (needsNobody && rule.algorithms !== null)
    faults.push({ at: `${at}.algorithms`, message: 'is for rules that ask for signatures, and this one asks for nothing' });
  return faults;
}

function rolesOf(signers: readonly PolicySigner[]): ReadonlySet<string> {
  return new Set(signers.flatMap(({ roles }) => roles));
}

/** Whether all signers together would meet the rule. A key under two names counts once. */
function canBeMet(rule: PolicyRule, signers: readonly PolicySigner[]): boolean {
  const parties = signers.flatMap((signer) =>
    entriesOf(signer, rule, null).map((role) => ({ id: unitOf(signer), role, counts: mayUse(signer, rule) })),
  );
  return judgeThreshold({ required: rule.require.required, roles: rule.require.names, differ: rule.differ }, parties).isMet;
}

function mayUse({ key }: PolicySigner, { algorithms }: PolicyRule): boolean {
  return algorithms === null || key === null || key.algorithm === null || algorithms.includes(key.algorithm);
}
