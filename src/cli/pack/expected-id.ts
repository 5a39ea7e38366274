/** `--expect`: the pack_id that was kept elsewhere, whole, since part of one could be another pack's. */
import { type Digest, isSha256Digest } from '#core/digest';
import { type Invocation, UsageError } from '../command.ts';

export function expectedId({ value }: Invocation): Digest | undefined {
  const id = value('--expect');
  if (id === undefined || isSha256Digest(id)) return id;
  throw new UsageError(`--expect needs sha256: and 64 lower-case hex digits, found '${id}'`);
}
