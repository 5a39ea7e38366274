/** The `stack artifact` commands: they store, read and verify files by type and digest. */

import { dirname } from 'node:path';
import { readWhole } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import { errorCode, osText } from '#disk/os-error';
import { isInside } from '#disk/path/real-path';
import { parseArtifactDigest, parseArtifactType } from '#stack/lawpack/artifact-type';
import {
  type ArtifactFinding,
  type PutOptions,
  putArtifact,
  requireArtifact,
  type StoredArtifact,
  type StoreVerdict,
  verifyArtifacts,
} from '#stack/ops/artifacts/look-up';
import { type LockPin, type PutPinned, putPinned } from '#stack/ops/artifacts/put-pinned';
import { badArtifact, cannotAccess } from '#stack/refusals';
import { announceIfNotPrinted } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { readFileArgument } from '../file-argument.ts';
import { escapeControls } from '../output.ts';
import { outputIsInput, requireWritableOutput, writePayload } from '../output-file.ts';
import { show } from '../show.ts';
import { namedStores, prefixOf, stackRoot } from './artifact-stores.ts';
import { lockArgument } from './lock-argument.ts';

const MAX_LENGTH = 1 << 28;

/**
 * `stack artifact put`: stores files, or everything that a lock pins and that is available, by type and digest.
 *
 *     stored blob d6e1b186… dist/artifacts/blob/d6e1b186….txt
 */
export async function put(invocation: Invocation): Promise<Finished> {
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
  return { stored, unavailable: [] };
}

function bytesOf(invocation: Invocation, type: string, file: string): Uint8Array {
  try {
    const bytes = readFileArgument(invocation, file, (source) => readWhole(source, MAX_LENGTH));
    if (bytes === null) throw badArtifact(type, file, `longer than ${MAX_LENGTH} bytes`);
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

function finish(invocation: Invocation, { stored, unavailable }: PutPinned): Finished {
  for (const { section, id, field, digest } of unavailable)
    invocation.say(escapeControls(`warning: not available: ${section} ${id} ${field} ${digest}`));
  const lines = stored.map(({ change, type, digest, path }) => `${change} ${type} ${digest} ${path}`);
  const document = {
    version: 'stack-artifact.v0',
    outcome: 'STACK_OK',
    stored: stored.map(fieldsOf),
    not_at_hand: unavailable.map(pinFields),
  };
  show(invocation, { document: () => document, lines: () => lines.map(escapeControls) });
  announceIfNotPrinted(
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

/** `stack artifact get`: prints the bytes of an artifact after checking its digest; with `--json`, its name and location. */
export async function get(invocation: Invocation): Promise<Finished> {
  const [type, digest] = invocation.args as [string, string];
  const name = { type: typedType(type), digest: typedDigest(digest) };
  invocation.record.params = { subcommand: 'artifact get', ...name };
  requireWritableOutput(invocation);
  const { path, bytes } = await requireArtifact(namedStores(invocation), name, prefixOf(invocation));
  refuseOutputInStore(invocation, dirname(dirname(path)));
  const isJson = invocation.has('--json');
  if (!isJson || invocation.value('--output') !== undefined) writePayload(invocation, (write) => write(bytes));
  if (isJson) {
    const artifact = { artifact_type: name.type, digest_sha256: name.digest, file: path, byte_length: bytes.length };
    invocation.stdout.write(encodeUtf8(`${formatPretty({ version: 'stack-artifact.v0', outcome: 'STACK_OK', artifact })}\n`));
  }
  return { exit: 0, outcome: 'STACK_OK' };
}

/** An artifact has the name of its digest: a file that is written among them would replace one of them, or be a stranger. */
function refuseOutputInStore({ value, resolve }: Invocation, store: string): void {
  const output = value('--output');
  if (output !== undefined && isInside(resolve(store), resolve(output)))
    throw outputIsInput(output, store, `inside ${store}, which this run reads`);
}

/**
 * `stack artifact verify`: checks one artifact, or all artifacts of a store, against their names.
 *
 *     WRONG blob d6e1b186… dist/artifacts/blob/d6e1b186….txt: other content than its name says: expected d6e1b186…, found 77aa…
 *     3 verified, 1 finding
 */
export async function verify(invocation: Invocation): Promise<Finished> {
  const [type, digest] = invocation.args;
  if (type !== undefined && digest === undefined) throw new UsageError('expected DIGEST after TYPE');
  const wanted = type === undefined || digest === undefined ? null : { type: typedType(type), digest: typedDigest(digest) };
  invocation.record.params = { subcommand: 'artifact verify', ...wanted };
  const verdict = await verifyArtifacts(namedStores(invocation), wanted, prefixOf(invocation));
  const isGood = verdict.findings.length === 0;
  const outcome = isGood ? 'STACK_OK' : 'STACK_DRIFT';
  show(invocation, { document: () => documentOf(verdict, outcome), lines: () => linesOf(invocation, verdict) });
  return { exit: isGood ? 0 : 1, outcome };
}

function documentOf({ verified, findings }: StoreVerdict, outcome: string): JsonObject {
  return {
    version: 'stack-artifact.v0',
    outcome,
    verified: verified.map(({ type, digest, path }) => ({ artifact_type: type, digest_sha256: digest, file: path })),
    findings: findings.map(({ kind, type, digest, paths, actual, reason }) => ({
      kind,
      artifact_type: type === '' ? null : type,
      digest_sha256: digest === '' ? null : digest,
      files: [...paths],
      actual,
      reason,
    })),
  };
}

function linesOf({ paint }: Invocation, { verified, findings }: StoreVerdict): readonly string[] {
  const count = `${verified.length} verified, ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`;
  const sum = findings.length === 0 ? paint.good(count) : paint.bad(count);
  return [...findings.map((finding) => escapeControls(lineOf(finding))), sum];
}

function lineOf({ kind, type, digest, paths, reason }: ArtifactFinding): string {
  return `${[kind, type, digest, ...paths].filter((word) => word !== '').join(' ')}: ${reason}`;
}

/** The type and digest of an artifact as typed: letter case and surrounding white space are ignored. */
function typedType(text: string): string {
  const type = parseArtifactType(text);
  if (type === null) throw new UsageError(`expected a type of letters, digits and dashes, found '${text}'`);
  return type;
}

function typedDigest(text: string): string {
  const digest = parseArtifactDigest(text);
  if (digest === null) throw new UsageError(`expected 64 hex digits, found '${text}'`);
  return digest;
}
