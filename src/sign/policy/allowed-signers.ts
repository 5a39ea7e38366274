/**
 * A list of signers of OpenSSH in the place of a policy. It knows no rules: all evidence needs the signature of one who is in the list.
 *
 * Each name in a line is a signer; a line with patterns is one signer with the whole list of patterns as its name. Whoever has several lines
 * is one signer, and so are several names with one key. A line that cannot be read makes the list unusable, though ssh-keygen passes over it.
 *
 *     policyOfAllowedSigners(parseAllowedSigners(text, localTime), keyOf).signers[0].name     alice@example.com
 */
import type { AllowedSigner, AllowedSigners } from '../ssh/allowed-signers.ts';
import type { Policy, PolicyFault, PolicyKey, PolicySigner } from './document.ts';

/** The facts of the key with this blob, or what is wrong with it. */
export type ReadBlob = (blob: Uint8Array) => PolicyKey | string;

const KEY = /^\s*(?:"[^"]*"|[^\s"#{[-][^\s"]*)[ \t](?:.*[ \t])?[\w@.-]+[ \t]+AAAA[A-Za-z0-9+/]/;

/** Whether the first line that says something has a key of OpenSSH: a policy begins with the name of a field, or a brace. */
export function looksLikeAllowedSigners(text: string): boolean {
  const first = text.split('\n').find((line) => !/^\s*(?:#|$)/.test(line)) ?? '';
  return KEY.test(first) && !/^\s*["']?[a-z_]+["']?:(?:\s|$)/.test(first);
}

export function policyOfAllowedSigners(list: AllowedSigners, readBlob: ReadBlob): Policy | readonly PolicyFault[] {
  const faults: PolicyFault[] = list.unusable.map(({ line, reason }) => ({ at: `line ${line}`, message: reason }));
  const notes: string[] = [];
  const signers: PolicySigner[] = [];
  for (const each of list.signers) {
    if (each.isAuthority) {
      notes.push(`line ${each.line} trusts nobody: it names an authority, and certificates of OpenSSH are not judged`);
      continue;
    }
    const key = readBlob(each.key);
    if (typeof key === 'string') faults.push({ at: `line ${each.line}`, message: key });
    else signers.push(...namesIn(each).map((name) => signerOf(name, each, key)));
  }
  if (faults.length > 0) return faults;
  if (signers.length === 0) return [{ at: 'policy', message: 'expected at least one signer, found only authorities of certificates' }];
  const require = { text: '1 of the signers in the list', required: 1, names: ['anybody'], isAnybody: true } as const;
  const rule = { kind: 'any', require, differ: 'parties', made: ALWAYS, timestamp: false, maxAge: null, algorithms: null } as const;
  return { signers: withUnits(signers), rules: [rule], timestampRoots: [], notes };
}

const ALWAYS = { from: null, until: null };

function namesIn({ principals }: AllowedSigner): readonly string[] {
  if (/[*?!]/.test(principals)) return [principals];
  return [...new Set(principals.split(',').filter((name) => name !== ''))];
}

function signerOf(name: string, { namespaces, validAfter: from, validBefore: until }: AllowedSigner, key: PolicyKey): PolicySigner {
  return { name, key, identity: null, roles: [], valid: { from, until }, namespaces };
}

/** All lines that share a name or a key are one signer: the first of them stands for all. */
function withUnits(signers: readonly PolicySigner[]): readonly PolicySigner[] {
  const first = new Map<string, string>();
  const rootOf = (id: string): string => {
    const passed: string[] = [];
    let root = id;
    for (let above = first.get(root); above !== undefined; above = first.get(root)) {
      passed.push(root);
      root = above;
    }
    for (const each of passed) first.set(each, root);
    return root;
  };
  const idsOf = ({ name, key }: PolicySigner): [string, string] => [`name ${name}`, `key ${key?.fingerprint ?? ''}`];
  for (const signer of signers) {
    const [name, key] = idsOf(signer).map(rootOf) as [string, string];
    if (name !== key) first.set(key, name);
  }
  return signers.map((signer) => ({ ...signer, unit: rootOf(idsOf(signer)[0]) }));
}
