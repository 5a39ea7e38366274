/**
 * The commands about keys and trust. They print one line for each key, or with `--json` a `chain.result.v0`; `chain sign` does the same.
 *
 *     f0ff50dacf109dea /home/u/.ai/trusted_keys/f0ff50dacf109dea.pem
 */

import { distrustKey, generateKeys, trustedList, trustKey } from '#chain/ops/keys';
import type { TrustedKey } from '#chain/ops/trust-store';
import { digestOf } from '#core/digest';
import type { JsonObject } from '#core/json/value';
import { newHasher } from '#hashing/hashers';
import { type Announcement, announceIfNotPrinted } from '../announce.ts';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { spacesOf } from './spaces.ts';

export interface KeyResult {
  readonly lines: readonly string[];
  readonly fields: JsonObject;
  readonly warnings?: readonly string[];
  /** What the run has created, changed or removed. */
  readonly made?: readonly Announcement[];
}

export function finishWith(invocation: Invocation, { lines, fields, warnings = [], made = [] }: KeyResult): Finished {
  for (const warning of warnings) invocation.say(escapeControls(`warning: ${warning}`));
  const outcome = 'CHAIN_OK';
  show(invocation, { document: () => ({ version: 'chain.result.v0', outcome, ...fields }), lines: () => lines.map(escapeControls) });
  announceIfNotPrinted(invocation, made);
  return { exit: 0, outcome };
}

/** `how` says what happened to the keys; it is absent where they are only listed. */
export function keysResult(keys: readonly TrustedKey[], how?: 'trusted' | 'removed'): KeyResult {
  return {
    made: how === undefined ? [] : keys.map(({ fingerprint, file }) => ({ how, place: file, id: fingerprint })),
    lines: keys.map(({ fingerprint, file }) => `${fingerprint} ${file}`),
    fields: { keys: keys.map(({ fingerprint, file }) => ({ fingerprint, file })) },
  };
}

/** `chain keygen`: creates a key pair for signing and trusts it. */
export function keygen(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'keygen' };
  const { fingerprint, file } = generateKeys(spacesOf(invocation), { sync: true });
  invocation.record.params = { subcommand: 'keygen', fingerprint };
  return finishWith(invocation, {
    lines: [`${fingerprint} ${file}`],
    fields: { fingerprint, public_key: file },
    made: [{ place: file, id: fingerprint }],
  });
}

/** `chain trust add`: trusts the public key in a file. */
export function trustAdd(invocation: Invocation): Finished {
  const [given] = invocation.args as [string];
  const { record } = invocation;
  record.params = { subcommand: 'trust add' };
  record.inputs = [{ path: given, hash: null, bytes: null }];
  const onRead = (bytes: Uint8Array): void => {
    record.inputs = [{ path: given, hash: digestOf(newHasher, 'blake3', [bytes]), bytes: bytes.length }];
  };
  const key = trustKey(spacesOf(invocation), { given, path: invocation.resolve(given), onRead }, { sync: true });
  record.params = { subcommand: 'trust add', fingerprint: key.fingerprint };
  return finishWith(invocation, keysResult([key], 'trusted'));
}

/** `chain trust list`: the trusted keys, in the byte order of their file names. */
export function trustList(invocation: Invocation): Finished {
  invocation.record.params = { subcommand: 'trust list' };
  const { keys, warnings } = trustedList(spacesOf(invocation));
  return finishWith(invocation, { ...keysResult(keys), warnings });
}

/** `chain trust remove`: no longer trusts a key; prints which files were removed. */
export function trustRemove(invocation: Invocation): Finished {
  const [fingerprint] = invocation.args as [string];
  invocation.record.params = { subcommand: 'trust remove', fingerprint };
  return finishWith(invocation, keysResult(distrustKey(spacesOf(invocation), fingerprint, { sync: true }), 'removed'));
}
