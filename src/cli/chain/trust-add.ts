/** `chain trust add`: trusts the public key in a file. */

import { trustKey } from '#chain/ops/keys';
import { digestOf } from '#core/digest';
import { newHasher } from '#hashing/hashers';
import type { Finished, Invocation } from '../command.ts';
import { finishWith, keysResult } from './key-result.ts';
import { spacesOf } from './spaces.ts';

export function run(invocation: Invocation): Finished {
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
