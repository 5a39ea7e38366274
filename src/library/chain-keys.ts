/**
 * Keys and signatures of tool chains: `chain keygen`, `chain sign` and `chain trust`.
 *
 *     generateChainKey();
 *     signTools(['web/scraper', 'runtimes/python_script', 'primitives/subprocess']);
 */

import { openFinder } from '#chain/ops/find-tools';
import { distrustKey as distrustVerb, generateKeys, trustedList, trustKey as trustVerb } from '#chain/ops/keys';
import { type SignedTool, signTools as signVerb } from '#chain/ops/sign';
import type { TrustedKey } from '#chain/ops/trust-store';
import type { ChainLockSettings } from './chain.ts';
import { type ChainSettings, spacesOf, warn } from './chain-spaces.ts';
import { createdFrom } from './created-from.ts';
import { absolute } from './given-path.ts';

export type { SignedTool, TrustedKey };

export interface KeySettings extends ChainSettings {
  /** If false, does not wait for the disk. */
  readonly sync?: boolean;
}

/** Creates a key pair in the user space and trusts it; the returned file is that of the public key. An existing pair is never replaced. */
export function generateChainKey(settings: KeySettings = {}): TrustedKey {
  return generateKeys(spacesOf(settings), { sync: settings.sync ?? true });
}

/** Adds a signature line by the user's own key to each tool, by id or file; a tool that this key has signed already is unchanged. */
export function signTools(tools: readonly string[], settings: Omit<ChainLockSettings, 'scope'> = {}): readonly SignedTool[] {
  if (!Array.isArray(tools) || tools.length === 0) throw new RangeError('expected a list of tool ids or files, found none');
  const signedAt = createdFrom(settings.created ?? new Date());
  const roots = spacesOf(settings);
  const options = { roots, finder: openFinder(roots), resolve: absolute, signedAt, sync: settings.sync ?? true };
  const { signed, warnings } = signVerb(tools as readonly string[], options);
  warn(settings, warnings);
  return signed;
}

/** Trusts the public key in a file. */
export function trustKey(file: string, settings: KeySettings = {}): TrustedKey {
  return trustVerb(spacesOf(settings), { given: file, path: absolute(file) }, { sync: settings.sync ?? true });
}

export function listTrustedKeys(settings: ChainSettings = {}): readonly TrustedKey[] {
  const { keys, warnings } = trustedList(spacesOf(settings));
  warn(settings, warnings);
  return keys;
}

/** No longer trusts a key; returns the removed files. */
export function distrustKey(fingerprint: string, settings: KeySettings = {}): readonly TrustedKey[] {
  return distrustVerb(spacesOf(settings), fingerprint, { sync: settings.sync ?? true });
}
