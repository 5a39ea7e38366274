/** `custody key show`: one key, wherever it is. Signs nothing. */
import { describeKey } from '#keys/describe';
import type { Finished, Invocation } from '../command.ts';
import { show } from '../show.ts';
import { keyDocument, showLines } from './key-text.ts';
import { signerChoice } from './signer-choice.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const key = await describeKey(signerChoice(invocation, invocation.args[0]));
  show(invocation, { document: () => keyDocument('SHOWN', [key]), lines: () => showLines(key) });
  return { exit: 0 };
}
