/**
 * What the kinds and their members are called, for people.
 *
 *     titleOfKind('stack-lock')     'deployment lock'
 *     nounOf('stack-lock')          'claim'
 */
import type { KindName } from './verdict.ts';

const TITLES: Readonly<Record<KindName, string>> = {
  lock: 'dataset lock',
  pack: 'evidence pack',
  'pack-archive': 'archive of a pack',
  'pack-store': 'store of packs',
  'chain-lock': 'tool-chain lock',
  snapshot: 'snapshot bundle',
  'stack-lock': 'deployment lock',
  ledger: 'witness ledger',
  records: 'stream of records',
  file: 'file',
  model: 'signed model',
};

const NOUNS: Readonly<Partial<Record<KindName, string>>> = {
  'pack-store': 'object',
  'chain-lock': 'element',
  snapshot: 'file',
  'stack-lock': 'claim',
  ledger: 'line',
  records: 'record',
  file: 'file',
  model: 'file',
};

export function titleOfKind(kind: KindName): string {
  return TITLES[kind];
}

/** What a member of this kind is called. */
export function nounOf(kind: KindName | null): string {
  return (kind === null ? undefined : NOUNS[kind]) ?? 'member';
}
