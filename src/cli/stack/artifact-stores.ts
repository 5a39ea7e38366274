/**
 * The artifact stores of `--store file:DIR`, in the order typed, else `dist/artifacts` below the root of the stack. The root is `--root`,
 * else the nearest parent folder that contains `modules`, else the current folder.
 */
import { join, relative } from 'node:path';
import { Refusal } from '#core/refusal';
import { shownBelow } from '#disk/path/below';
import type { LawpackPrefix } from '#stack/lawpack/lawpack';
import { type ArtifactStore, openArtifactStore, type StoreRoot } from '#stack/ops/artifacts/store';
import { rootAbove } from '#stack/ops/gather/tree';
import { parseFileUrl } from '#store/folder/url';
import type { Invocation } from '../command.ts';

const WITHIN = 'dist/artifacts';

/** `beside` is an absolute path: the root is searched in the folders above it. */
export function namedStores(invocation: Invocation, beside: string | null = null): ArtifactStore {
  const typed = invocation.values('--store');
  const stores = typed.length === 0 ? [defaultStore(stackRoot(invocation, beside))] : typed.map((url) => storeOf(url, invocation));
  return openArtifactStore(stores as [StoreRoot, ...StoreRoot[]]);
}

/** The root of the stack, as a path and as it is shown. */
export function stackRoot({ value, resolve, context }: Invocation, beside: string | null): StoreRoot {
  const typed = value('--root');
  if (typed !== undefined) return { path: resolve(typed), shown: typed };
  const path = rootAbove(beside ?? resolve('modules')) ?? resolve('.');
  return { path, shown: relative(context.cwd, path) || '.' };
}

export function prefixOf({ value }: Invocation): LawpackPrefix {
  return value('--lawpack-prefix') === 'mez' ? 'mez' : 'msez';
}

function defaultStore({ path, shown }: StoreRoot): StoreRoot {
  return { path: join(path, WITHIN), shown: shownBelow(shown, WITHIN) };
}

function storeOf(url: string, { resolve, command }: Invocation): StoreRoot {
  const help = `custody stack ${command.words.join(' ')} --help`;
  if (!url.startsWith('file:')) throw unusable('expected file:DIR, found another kind of store', help);
  try {
    const path = parseFileUrl(url, resolve);
    return { path, shown: url.startsWith('file://') ? path : url.slice('file:'.length) };
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.code, error.message, error.detail, help) : error;
  }
}

function unusable(reason: string, next: string): Refusal {
  return new Refusal('E_IO', `the store cannot be used: ${reason}`, { flag: '--store', error: reason }, next);
}
