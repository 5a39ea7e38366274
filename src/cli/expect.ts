/**
 * `--expect`: the id of a document that the user keeps elsewhere (M4), typed directly or, after `@`, in a file.
 *
 *     lock verify d.lock.json --expect sha256:49cf1d6d…     lock verify d.lock.json --expect @kept-id.txt
 */

import { readWhole } from '#core/bytes/source';
import { osText } from '#disk/os-error';
import { withGivenFile } from '#disk/read/given-file';
import { type Invocation, UsageError } from './command.ts';
import { option } from './define.ts';

export const expectOption = option(
  '--expect ID',
  'string',
  'The id that was kept: sha256: and 64 hex digits, or @FILE, a file that contains it; another document fails',
);

const ID = /^sha256:[0-9a-f]{64}$/;

/** Null without the option. Anything but a complete id is a mistake on the line, also an empty text: a variable may not be set. */
export function expectedId(invocation: Invocation): string | null {
  const typed = invocation.value('--expect');
  if (typed === undefined) return null;
  const id = typed.startsWith('@') ? readId(invocation, typed.slice(1)) : typed;
  if (!ID.test(id)) throw new UsageError(`--expect needs sha256: and 64 lower-case hex digits, or @FILE, found '${id}'`);
  return id;
}

function readId(invocation: Invocation, file: string): string {
  try {
    const bytes = withGivenFile(invocation.resolve(file), ({ source }) => readWhole(source, Number.POSITIVE_INFINITY));
    return Buffer.from(bytes ?? [])
      .toString('utf8')
      .trim();
  } catch (error) {
    throw new UsageError(`--expect cannot read ${file}: ${osText(error)}`);
  }
}
