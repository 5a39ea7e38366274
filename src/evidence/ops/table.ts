/** The code that judges each kind, loaded only when a thing of that kind was recognised. */
import type { KindName } from '../verdict.ts';
import type { KindOps } from './asked.ts';

const OPS: Readonly<Record<KindName, () => Promise<KindOps>>> = {
  lock: () => import('./lock.ts'),
  pack: async () => (await import('./pack.ts')).pack,
  'pack-archive': async () => (await import('./pack.ts')).archive,
  'pack-store': () => import('./store.ts'),
  'chain-lock': () => import('./chain.ts'),
  snapshot: () => import('./snapshot.ts'),
  'stack-lock': () => import('./stack.ts'),
  ledger: () => import('./ledger.ts'),
  records: () => import('./records.ts'),
  file: () => import('./file.ts'),
  model: () => import('./model.ts'),
};

export function kindOps(kind: KindName): Promise<KindOps> {
  return OPS[kind]();
}
