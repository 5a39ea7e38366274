/**
 * Decides which installed definitions may be used: those whose source, `installed:<id>`, is on the trust list, exactly or by a prefix that ends
 * with `*`. An untrusted definition blocks only itself.
 *
 *     trust: ["installed:loan-tape.v1", "installed:acme.*"]
 */
import { isJsonObject, type JsonValue } from '#core/json/value';
import { describeValue, type Fault, Faults } from './faults.ts';

export function isTrusted(source: string, trusted: Iterable<string>): boolean {
  for (const entry of trusted) {
    if (entry.endsWith('*') ? source.startsWith(entry.slice(0, -1)) : source === entry) return true;
  }
  return false;
}

export type TrustRead =
  | { readonly kind: 'trust'; readonly trusted: readonly string[] }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] };

/** Reads the content of a `trust.yaml`. */
export function readTrust(value: JsonValue): TrustRead {
  const faults = new Faults();
  if (!isJsonObject(value))
    return { kind: 'faults', faults: [{ path: [], message: `expected a mapping with trust, found ${describeValue(value)}` }] };
  faults.unknownKeys(value, ['trust'], []);
  const list = value['trust'];
  if (!Array.isArray(list)) faults.add(['trust'], `expected a list of sources, found ${describeValue(list)}`);
  const entries = Array.isArray(list) ? (list as readonly JsonValue[]) : [];
  entries.forEach((entry, i) => {
    if (typeof entry !== 'string' || entry === '')
      faults.add(['trust', i], `expected a source such as installed:loan-tape.v1, found ${describeValue(entry)}`);
  });
  return faults.count > 0 ? { kind: 'faults', faults: faults.list } : { kind: 'trust', trusted: entries as readonly string[] };
}

/** Splits a line into sources, at commas or white space. */
export function parseTrustLine(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((entry) => entry !== '');
}
