/** `stack artifact get`: the bytes of an artifact, once they gave its digest again; with `--json` what and where it is. */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import { requireArtifact } from '#stack/ops/artifacts/look-up';
import type { Finished, Invocation } from '../command.ts';
import { requireWritableOutput, writePayload } from '../output-file.ts';
import { typedDigest, typedType } from './artifact-name.ts';
import { namedStores, prefixOf } from './artifact-stores.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [type, digest] = invocation.args as [string, string];
  const name = { type: typedType(type), digest: typedDigest(digest) };
  invocation.record.params = { subcommand: 'artifact get', ...name };
  requireWritableOutput(invocation);
  const { path, bytes } = await requireArtifact(namedStores(invocation), name, prefixOf(invocation));
  const isTold = invocation.has('--json');
  if (!isTold || invocation.value('--output') !== undefined) writePayload(invocation, (write) => write(bytes));
  if (isTold) {
    const artifact = { artifact_type: name.type, digest_sha256: name.digest, file: path, byte_length: bytes.length };
    invocation.stdout.write(encodeUtf8(`${formatPretty({ version: 'stack-artifact.v0', outcome: 'STACK_OK', artifact })}\n`));
  }
  return { exit: 0, outcome: 'STACK_OK' };
}
