/**
 * What a caller asks for besides a policy. All of it is added to the policy, and nothing replaces anything in it: whoever asks for more never
 * gets a yes where the policy alone says no.
 *
 *     stricterPolicy(policy, { ...NO_WISHES, maxAge: 86_400_000 })
 */
import { parseDuration } from '#core/duration';
import { parseInstant } from '#core/time';
import type { Validity } from '#core/validity';
import { ruleFaults } from './check-names.ts';
import { ALGORITHMS, type Policy, type PolicyFault, type PolicyRule } from './document.ts';
import { parseRequirement, type Requirement } from './requirement.ts';

export interface Wishes {
  /** Who has to have signed besides. */
  readonly require: Requirement | null;
  /** When signatures must have been made. */
  readonly made: Validity;
  /** In milliseconds. */
  readonly maxAge: number | null;
  /** Each signature that counts has a timestamp of a trusted authority. */
  readonly timestamp: boolean;
  /** Null for all. */
  readonly algorithms: readonly string[] | null;
  /** What SSH signatures have to be for. */
  readonly namespace: string | null;
}

export const NO_WISHES: Wishes = {
  require: null,
  made: { from: null, until: null },
  maxAge: null,
  timestamp: false,
  algorithms: null,
  namespace: null,
};

/** Wishes as they are typed; null for those that there are not. */
export interface WishTexts {
  readonly require: string | null;
  readonly notBefore: string | null;
  readonly notAfter: string | null;
  readonly maxAge: string | null;
  readonly requireTimestamp: boolean;
  readonly algorithms: readonly string[] | null;
  readonly namespace: string | null;
}

/** Returns which of them is wrong, and how, instead. */
export function parseWishes(texts: WishTexts): Wishes | { readonly wish: keyof WishTexts; readonly message: string } {
  const require = texts.require === null ? null : parseRequirement(texts.require);
  if (typeof require === 'string') return { wish: 'require', message: require };
  if (require !== null && require.required === 0) return { wish: 'require', message: 'expected who has to have signed, found nothing' };
  const [from, until] = [texts.notBefore, texts.notAfter].map((text) => (text === null ? null : parseInstant(text))) as [Bound, Bound];
  if ((from === null) !== (texts.notBefore === null)) return { wish: 'notBefore', message: `${A_TIME}, found '${texts.notBefore}'` };
  if ((until === null) !== (texts.notAfter === null)) return { wish: 'notAfter', message: `${A_TIME}, found '${texts.notAfter}'` };
  const maxAge = texts.maxAge === null ? null : parseDuration(texts.maxAge);
  if ((maxAge === null) !== (texts.maxAge === null))
    return { wish: 'maxAge', message: `expected a number and a unit such as 30d, found '${texts.maxAge}'` };
  const { algorithms, namespace, requireTimestamp: timestamp } = texts;
  const unknown = algorithms?.find((name) => !(ALGORITHMS as readonly string[]).includes(name));
  if (unknown !== undefined) return { wish: 'algorithms', message: `expected some of ${ALGORITHMS.join(', ')}, found '${unknown}'` };
  return { require, made: { from, until }, maxAge, timestamp, algorithms, namespace };
}

type Bound = number | null;

const A_TIME = 'expected an RFC 3339 time such as 2026-01-31T00:00:00Z';

/** Returns what is wrong instead, if the wishes name nobody of the policy or cannot be met. */
export function stricterPolicy(policy: Policy, wishes: Wishes): Policy | readonly PolicyFault[] {
  const { require, namespace } = wishes;
  const rules = policy.rules.map((rule) => stricterRule(rule, wishes));
  const stricter: Policy = { ...policy, rules, ...(namespace === null ? {} : { namespace }) };
  if (wishes.timestamp && policy.timestampRoots.length === 0 && policy.signers.every(({ identity }) => identity === null))
    return [{ at: 'timestamp', message: 'expected timestamp_authorities, because a trusted time is asked for' }];
  if (require === null) return stricter;
  const demanded = stricterRule({ ...ANY, require }, wishes);
  const faults = ruleFaults({ ...ANY, require }, policy, '-');
  return faults.length > 0 ? faults.map(({ message }) => ({ at: 'require', message })) : { ...stricter, demanded };
}

const ANY: Omit<PolicyRule, 'require'> = {
  kind: 'any',
  differ: 'roles',
  made: { from: null, until: null },
  timestamp: false,
  maxAge: null,
  algorithms: null,
};

function stricterRule(rule: PolicyRule, { made, maxAge, timestamp, algorithms }: Wishes): PolicyRule {
  return {
    ...rule,
    made: { from: later(rule.made.from, made.from), until: earlier(rule.made.until, made.until) },
    maxAge: earlier(rule.maxAge, maxAge),
    timestamp: rule.timestamp || timestamp,
    algorithms: both(rule.algorithms, algorithms),
  };
}

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

function earlier(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b);
}

function both(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  return a === null || b === null ? (a ?? b) : a.filter((name) => b.includes(name));
}
