/**
 * `policy.v0`: who may sign what, and how many have to. In YAML or JSON, a closed set of fields:
 *
 *     version: policy.v0
 *     signers:
 *       - name: alice
 *         key: ssh-ed25519 AAAAC3Nz…        # or PEM, a fingerprint SHA256:…, did:key:…; or root with identity
 *         roles: [producer]
 *     rules:
 *       - kind: lock
 *         require: "2 of [producer, reviewer, auditor]"
 */
import { parseDuration } from '#core/duration';
import type { JsonValue } from '#core/json/value';
import type { Validity } from '#core/validity';
import { isRole, SEALED_KINDS } from '../seal.ts';
import { checkNames } from './check-names.ts';
import { fieldsOf, type Reader, readPolicyFields } from './fields.ts';
import { isName, parseRequirement, type Requirement } from './requirement.ts';

const POLICY_VERSION = 'policy.v0';

/** Where the bytes of a root are: in the policy itself (PEM), or in a file beside it. */
export type RootSource = { readonly pem: string } | { readonly file: string; readonly digest: string | null };

export interface PolicyKey {
  /** `SHA256:…` */
  readonly fingerprint: string;
  /** Null where only the fingerprint is known. */
  readonly algorithm: string | null;
  /** The key itself, as it is written; null for a fingerprint. */
  readonly text: string | null;
}

export interface PolicyIdentity {
  readonly root: RootSource;
  readonly identity: string;
  readonly issuer: string | null;
}

export interface PolicySigner {
  readonly name: string;
  /** One of the two. */
  readonly key: PolicyKey | null;
  readonly identity: PolicyIdentity | null;
  /** Empty in a list of signers of OpenSSH, which knows no roles: a role in a signature then says nothing. */
  readonly roles: readonly string[];
  readonly valid: Validity;
  /** What SSH signatures may be for, a list of patterns; null for `file` only. Signatures of other forms are for `file`. */
  readonly namespaces: string | null;
  /** Who it is, where neither the key nor the identity says so: somebody with several keys. */
  readonly unit?: string;
}

export interface PolicyRule {
  /** A kind of evidence, or `any`. */
  readonly kind: string;
  readonly require: Requirement;
  readonly differ: 'roles' | 'parties';
  /** When a signature may have been made. */
  readonly made: Validity;
  readonly timestamp: boolean;
  /** In milliseconds. */
  readonly maxAge: number | null;
  /** Null if all are allowed. */
  readonly algorithms: readonly string[] | null;
}

export interface Policy {
  readonly signers: readonly PolicySigner[];
  readonly rules: readonly PolicyRule[];
  /** Whose timestamps are trusted. */
  readonly timestampRoots: readonly RootSource[];
  /** What is asked for besides (`stricter.ts`), of every kind; it never makes a kind one that has a rule. */
  readonly demanded?: PolicyRule;
  /** What SSH signatures have to be for besides; absent for no wish. */
  readonly namespace?: string;
  /** What is in it and names nobody, in sentences. */
  readonly notes: readonly string[];
}

export interface PolicyFault {
  readonly at: string;
  readonly message: string;
}

/** Reads the text of a public key: its facts, or what is wrong with it. */
export type ReadKey = (text: string) => { readonly fingerprint: string; readonly algorithm: string } | string;

/** What a rule can be about. */
const RULE_KINDS: readonly string[] = [...SEALED_KINDS, 'model', 'any'];

export const ALGORITHMS = ['ed25519', 'ecdsa-p256', 'ecdsa-p384', 'ecdsa-p521', 'rsa'] as const;

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/;
const DIGEST = /^sha256:[0-9a-f]{64}$/;

/** All faults are reported together. */
export function parsePolicy(value: JsonValue, readKey: ReadKey): Policy | readonly PolicyFault[] {
  const reader = readPolicyFields(value, ['version', 'signers', 'rules', 'timestamp_authorities']);
  if (reader.fields['version'] !== POLICY_VERSION && reader.faults.length === 0) reader.fault('version', `expected ${POLICY_VERSION}`);
  const signers = reader.list('signers').map((each) => readSigner(each, readKey));
  const rules = reader.list('rules').map(readRule);
  const timestampRoots = reader.list('timestamp_authorities', { mayBeAbsent: true }).map(readAuthority);
  const policy: Policy = { signers, rules, timestampRoots, notes: [] };
  if (reader.faults.length === 0) reader.faults.push(...checkNames(policy));
  return reader.faults.length === 0 ? policy : reader.faults;
}

function readSigner({ value, at, faults }: Item, readKey: ReadKey): PolicySigner {
  const reader = fieldsOf(value, at, faults, [
    'name',
    'key',
    'root',
    'root_digest',
    'identity',
    'issuer',
    'roles',
    'not_before',
    'not_after',
    'namespaces',
  ]);
  const name = reader.text('name');
  if (name !== '' && !isName(name)) reader.fault('name', 'expected a name of letters, digits and _ . @ + -');
  const roles = reader.texts('roles');
  for (const role of roles) if (!isRole(role)) reader.fault('roles', `expected a role in lower case, found ${role}`);
  const hasKey = reader.fields['key'] !== undefined;
  const hasRoot = reader.fields['root'] !== undefined;
  if (hasKey === hasRoot) reader.fault('key', 'expected either key, or root with identity');
  if (hasRoot && reader.fields['namespaces'] !== undefined) reader.fault('namespaces', 'is for a key only');
  if (hasKey)
    for (const other of ['identity', 'issuer', 'root_digest'])
      if (reader.fields[other] !== undefined) reader.fault(other, 'is for a root only');
  return {
    name,
    key: hasKey ? readPolicyKey(reader, readKey) : null,
    identity: hasRoot ? { root: readRoot(reader), identity: reader.text('identity'), issuer: reader.optionalText('issuer') } : null,
    roles,
    valid: readPeriod(reader),
    namespaces: readNamespaces(reader),
  };
}

function readNamespaces(reader: Reader): string | null {
  if (reader.fields['namespaces'] === undefined) return null;
  const names = reader.texts('namespaces');
  if (names.some((name) => !/^[^\s,!]+$/.test(name))) reader.fault('namespaces', 'expected names or patterns without blanks, commas and !');
  return names.join(',');
}

function readPolicyKey(reader: Reader, readKey: ReadKey): PolicyKey {
  const text = reader.text('key');
  if (FINGERPRINT.test(text)) return { fingerprint: text, algorithm: null, text: null };
  const found = text === '' ? '' : readKey(text);
  if (typeof found !== 'string') return { ...found, text };
  if (found !== '') reader.fault('key', found);
  return { fingerprint: '', algorithm: null, text: null };
}

function readRoot(reader: Reader): RootSource {
  const text = reader.text('root');
  const digest = reader.optionalText('root_digest');
  if (digest !== null && !DIGEST.test(digest)) reader.fault('root_digest', 'expected sha256: and 64 hex digits');
  if (text.includes('-----BEGIN ')) return { pem: text };
  return { file: text, digest };
}

function readPeriod(reader: Reader): Validity {
  const [from, until] = [reader.instant('not_before'), reader.instant('not_after')];
  if (from !== null && until !== null && from >= until) reader.fault('not_after', 'expected a time after not_before');
  return { from, until };
}

interface Item {
  readonly value: JsonValue;
  readonly at: string;
  readonly faults: PolicyFault[];
}

const RULE_FIELDS = ['kind', 'require', 'distinct', 'not_before', 'not_after', 'timestamp', 'max_age', 'algorithms'];

function readRule({ value, at, faults }: Item): PolicyRule {
  const reader = fieldsOf(value, at, faults, RULE_FIELDS);
  const kind = reader.text('kind');
  if (kind !== '' && !RULE_KINDS.includes(kind)) reader.fault('kind', `expected one of ${RULE_KINDS.join(', ')}, found ${kind}`);
  const text = reader.text('require');
  const require = text === '' ? '' : parseRequirement(text);
  if (typeof require === 'string' && require !== '') reader.fault('require', require);
  const age = reader.optionalText('max_age');
  const maxAge = age === null ? null : parseDuration(age);
  if (age !== null && maxAge === null) reader.fault('max_age', `expected a number and a unit such as 30d, found ${age}`);
  return {
    kind,
    require: typeof require === 'string' ? { text, required: 0, names: [] } : require,
    differ: reader.choice('distinct', ['roles', 'signers'], 'roles') === 'roles' ? 'roles' : 'parties',
    made: readPeriod(reader),
    timestamp: reader.choice('timestamp', ['required', 'optional'], 'optional') === 'required',
    maxAge,
    algorithms: readAlgorithms(reader),
  };
}

function readAlgorithms(reader: Reader): readonly string[] | null {
  if (reader.fields['algorithms'] === undefined) return null;
  const names = reader.texts('algorithms');
  for (const name of names)
    if (!(ALGORITHMS as readonly string[]).includes(name))
      reader.fault('algorithms', `expected some of ${ALGORITHMS.join(', ')}, found ${name}`);
  return names;
}

function readAuthority({ value, at, faults }: Item): RootSource {
  return readRoot(fieldsOf(value, at, faults, ['root', 'root_digest']));
}
