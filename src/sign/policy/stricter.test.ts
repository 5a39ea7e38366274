import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../tests/helpers/trials.ts';
import { type JudgedSignature, UNKNOWN_SIGNER } from '../judged.ts';
import type { Policy, PolicyRule, PolicySigner } from './document.ts';
import { judgePolicy } from './judge.ts';
import { parseRequirement, type Requirement } from './requirement.ts';
import { NO_WISHES, parseWishes, stricterPolicy, type Wishes } from './stricter.ts';

const DAY = 86_400_000;
const AT = Date.parse('2026-06-15T00:00:00Z');
const NAMES = ['alice', 'bob', 'carol', 'dave'];
const ROLES = ['producer', 'reviewer', 'auditor'];
const KEYS = ['SHA256:1', 'SHA256:2', 'SHA256:3'];
const ALGORITHMS = ['ed25519', 'ecdsa-p256', 'rsa'];
const NAMESPACES = ['file', 'git', 'lock@example.com'];

const day = fc.integer({ min: -40, max: 10 }).map((days) => AT + days * DAY);
/** Mostly nothing, so that some policies are met. */
const seldom = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, of);
const bound = seldom(day);
const period = fc.record({ from: bound, until: bound });
const text = (ms: number): string => new Date(ms).toISOString().replace('.000', '');

const signer = (name: string): fc.Arbitrary<PolicySigner> =>
  fc.record({
    name: fc.constant(name),
    key: fc.constantFrom(...KEYS).map((fingerprint) => ({ fingerprint, algorithm: null, text: null })),
    identity: fc.constant(null),
    roles: fc.subarray(ROLES, { minLength: 1 }),
    valid: period,
    namespaces: fc.constantFrom(null, 'file', '*', 'git'),
  });

const requirement = fc
  .tuple(fc.constantFrom('1', '2', 'all', 'any'), fc.subarray([...ROLES, ...NAMES], { minLength: 1 }))
  .map(([count, names]) => parseRequirement(`${count} of [${names.join(', ')}]`) as Requirement);
const algorithms = seldom(fc.subarray(ALGORITHMS, { minLength: 1 }));
const maxAge = seldom(fc.integer({ min: 1, max: 40 }).map((days) => days * DAY));

const rule: fc.Arbitrary<PolicyRule> = fc.record({
  kind: fc.constantFrom('lock', 'any', 'pack'),
  require: fc.oneof(requirement, fc.constant(parseRequirement('nothing') as Requirement)),
  differ: fc.constantFrom('roles', 'parties'),
  made: period,
  timestamp: fc.constantFrom(false, false, false, true),
  maxAge,
  algorithms,
});

const policy: fc.Arbitrary<Policy> = fc.record({
  signers: fc.tuple(...NAMES.map(signer)),
  rules: fc.array(rule, { maxLength: 3 }),
  timestampRoots: fc.constant([{ file: 'tsa.pem', digest: null }]),
  notes: fc.constant([]),
});

const wishes: fc.Arbitrary<Wishes> = fc.record({
  require: seldom(requirement),
  made: period,
  maxAge,
  timestamp: fc.constantFrom(false, false, false, true),
  algorithms,
  namespace: seldom(fc.constantFrom(...NAMESPACES)),
});

const signature: fc.Arbitrary<JudgedSignature> = fc
  .record({
    state: fc.constantFrom('trusted', 'trusted', 'unknown_signer', 'unknown_signer', 'unknown_signer', 'not_counted', 'unchecked', 'bad'),
    fingerprint: fc.constantFrom(...KEYS, 'SHA256:4'),
    algorithm: fc.constantFrom(...ALGORITHMS),
    role: seldom(fc.constantFrom(...ROLES)),
    claimed_time: fc.option(day.map(text)),
    trusted_time: fc.option(day.map(text)),
    namespace: seldom(fc.constantFrom(...NAMESPACES)),
  })
  .map(({ fingerprint, algorithm, namespace, ...rest }) => ({
    form: namespace === null ? 'seal' : 'ssh',
    path: 'a',
    ...rest,
    signer: { ...UNKNOWN_SIGNER, fingerprint, algorithm },
    finding: null,
    ...(namespace === null ? {} : { namespace }),
  }));

function stateOf(judged: Policy, signatures: readonly JudgedSignature[], existed: string | null): string {
  const source = { path: 'p.yaml', digest: 'sha256:00' };
  return judgePolicy(judged, { document: { kind: 'lock', path: 'a' }, signatures, existed, at: AT, source }).policy.state;
}

describe('stricterPolicy()', () => {
  it('never gives a yes where the policy alone says no, whatever is asked for', () => {
    let met = 0;
    fc.assert(
      fc.property(policy, fc.array(signature, { maxLength: 6 }), wishes, fc.option(day.map(text)), (plain, signatures, wished, existed) => {
        const stricter = stricterPolicy(plain, wished);
        if (!('rules' in stricter)) return;
        const [before, after] = [plain, stricter].map((each) => stateOf(each, signatures, existed));
        if (after === 'met') met++;
        // `no_rule` leaves the verdict partial, and may only become a no.
        expect([before, 'not_met']).toContain(after);
      }),
      runs(10_000),
    );
    expect(met).toBeGreaterThan(10);
  });

  it('takes the narrower of two conditions, whichever of the two says it', () => {
    const [known] = fc.sample(policy, 1) as [Policy];
    const [own] = fc.sample(rule, 1) as [PolicyRule];
    const narrow = { made: { from: 2, until: 5 }, maxAge: DAY, timestamp: true, algorithms: ['rsa'] };
    const wide = { made: { from: 1, until: 6 }, maxAge: 2 * DAY, timestamp: false, algorithms: ['ed25519', 'rsa'] };
    const none = { made: { from: null, until: null }, maxAge: null, timestamp: false, algorithms: null };
    for (const other of [wide, none]) {
      expect(stricterPolicy({ ...known, rules: [{ ...own, ...narrow }] }, { ...NO_WISHES, ...other })).toMatchObject({ rules: [narrow] });
      expect(stricterPolicy({ ...known, rules: [{ ...own, ...other }] }, { ...NO_WISHES, ...narrow })).toMatchObject({ rules: [narrow] });
    }
  });

  it('never gives a yes for fewer signatures', () => {
    fc.assert(
      fc.property(policy, fc.array(signature, { minLength: 1, maxLength: 6 }), fc.nat(), (plain, signatures, which) => {
        const fewer = signatures.filter((_, index) => index !== which % signatures.length);
        if (stateOf(plain, fewer, null) === 'met') expect(stateOf(plain, signatures, null)).toBe('met');
      }),
      runs(5000),
    );
  });

  it('names nobody whom the policy does not know', () => {
    const [known] = fc.sample(policy, 1) as [Policy];
    const asked = (names: string): Wishes => ({ ...NO_WISHES, require: parseRequirement(names) as Requirement });
    expect(stricterPolicy(known, asked('1 of [eve]'))).toEqual([
      { at: 'require', message: 'expected roles or names of signers, found eve, which no signer has' },
    ]);
    expect(stricterPolicy(known, asked('2 of [alice]'))).toEqual([
      { at: 'require', message: 'nobody can meet 2 of [alice]: there are too few different signers' },
    ]);
  });
});

describe('parseWishes()', () => {
  const nothing = {
    require: null,
    notBefore: null,
    notAfter: null,
    maxAge: null,
    requireTimestamp: false,
    algorithms: null,
    namespace: null,
  };

  it('reads what is typed', () => {
    expect(parseWishes({ ...nothing, require: '1 of [a]', notBefore: '2026-01-01T00:00:00Z', maxAge: '2d' })).toMatchObject({
      require: { required: 1, names: ['a'] },
      made: { from: Date.parse('2026-01-01T00:00:00Z'), until: null },
      maxAge: 2 * DAY,
    });
  });

  it.each([
    ['require', { require: 'nothing' }],
    ['require', { require: 'two' }],
    ['notBefore', { notBefore: 'yesterday' }],
    ['notAfter', { notAfter: '2026' }],
    ['maxAge', { maxAge: '30' }],
    ['algorithms', { algorithms: ['ed25519', 'dsa'] }],
    ['algorithms', { algorithms: [''] }],
  ])('says which is wrong: %s', (wish, typed) => {
    expect(parseWishes({ ...nothing, ...typed })).toMatchObject({ wish });
  });
});
