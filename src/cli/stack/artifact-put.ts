/**
 * `stack artifact put`: files, or all that a lock pins and is at hand, by type and digest.
 *
 *     stored blob d6e1b186… dist/artifacts/blob/d6e1b186….txt
 */
import { readWhole } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import { errorCode, osText } from '#disk/os-error';
import { type PutOptions, putArtifact, type StoredArtifact } from '#stack/ops/artifacts/look-up';
import { type LockPin, type PutPinned, putPinned } from '#stack/ops/artifacts/put-pinned';
import { badArtifact, cannotAccess } from '#stack/refusals';
import { announceUnsaid } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';
import { escapeControls } from '../output.ts';
import { typedType } from './artifact-name.ts';
import { namedStores, prefixOf, stackRoot } from './artifact-stores.ts';
import { lockArgument } from './lock-argument.ts';

const LONGEST = 1 << 28;

export async function run(invocation: Invocation): Promise<Finished> {
  const { args, value } = invocation;
  const [lock, type] = [value('--lock'), value('--type')];
  if ((lock === undefined) === (args.length === 0)) throw new UsageError('expected either FILE or --lock');
  if (lock === undefined && type === undefined) throw new UsageError('expected --type with FILE');
  if (lock !== undefined && type !== undefined) throw new UsageError('--type goes with FILE, not with --lock');
  const options = { prefix: prefixOf(invocation), sync: !invocation.has('--no-sync') };
  const done =
    lock === undefined ? await putFiles(invocation, typedType(type as string), options) : await putLock(invocation, lock, options);
  return finish(invocation, done);
}

async function putFiles(invocation: Invocation, type: string, options: PutOptions): Promise<PutPinned> {
  invocation.record.params = { subcommand: 'artifact put', type };
  const store = namedStores(invocation);
  const stored: StoredArtifact[] = [];
  for (const file of invocation.args)
    stored.push(await putArtifact(store, { type, file, bytes: bytesOf(invocation, type, file) }, options));
  return { stored, notAtHand: [] };
}

function bytesOf(invocation: Invocation, type: string, file: string): Uint8Array {
  try {
    const bytes = readFileArgument(invocation, file, (source) => readWhole(source, LONGEST));
    if (bytes === null) throw badArtifact(type, file, `longer than ${LONGEST} bytes`);
    return bytes;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    throw cannotAccess(`cannot read ${file}`, file, osText(error));
  }
}

async function putLock(invocation: Invocation, given: string, options: PutOptions): Promise<PutPinned> {
  invocation.record.params = { subcommand: 'artifact put' };
  const { document } = lockArgument(invocation, given);
  const { path, shown } = stackRoot(invocation, invocation.resolve(given));
  return await putPinned(namedStores(invocation, invocation.resolve(given)), { document, root: path, shown }, options);
}

function finish(invocation: Invocation, { stored, notAtHand }: PutPinned): Finished {
  for (const { section, id, field, digest } of notAtHand)
    invocation.say(escapeControls(`warning: not at hand: ${section} ${id} ${field} ${digest}`));
  const lines = stored.map(({ change, type, digest, path }) => `${change} ${type} ${digest} ${path}`);
  const document = {
    version: 'stack-artifact.v0',
    outcome: 'STACK_OK',
    stored: stored.map(fieldsOf),
    not_at_hand: notAtHand.map(pinFields),
  };
  const shown = invocation.has('--json') ? [formatPretty(document)] : lines.map(escapeControls);
  invocation.stdout.write(encodeUtf8(shown.map((line) => `${line}\n`).join('')));
  announceUnsaid(
    invocation,
    stored.flatMap(({ change, digest, path }) => (change === 'stored' ? [{ how: change, place: path, id: `sha256:${digest}` }] : [])),
  );
  return { exit: 0, outcome: 'STACK_OK' };
}

function fieldsOf({ type, digest, path, bytes, change }: StoredArtifact): JsonObject {
  return { artifact_type: type, digest_sha256: digest, file: path, byte_length: bytes, change };
}

function pinFields({ section, id, field, type, digest }: LockPin): JsonObject {
  return { section, id, field, artifact_type: type, digest_sha256: digest };
}
