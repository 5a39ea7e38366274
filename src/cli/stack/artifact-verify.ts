/**
 * `stack artifact verify`: one artifact, or every one of a store, against its name.
 *
 *     WRONG blob d6e1b186… dist/artifacts/blob/d6e1b186….txt: other content than its name says: expected d6e1b186…, found 77aa…
 *     3 verified, 1 finding
 */

import { encodeUtf8 } from '#core/bytes/utf8';
import { formatPretty } from '#core/json/pretty';
import type { JsonObject } from '#core/json/value';
import { type ArtifactFinding, type StoreVerdict, verifyArtifacts } from '#stack/ops/artifacts/look-up';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { escapeControls } from '../output.ts';
import { typedDigest, typedType } from './artifact-name.ts';
import { namedStores, prefixOf } from './artifact-stores.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const [type, digest] = invocation.args;
  if (type !== undefined && digest === undefined) throw new UsageError('expected DIGEST after TYPE');
  const wanted = type === undefined || digest === undefined ? null : { type: typedType(type), digest: typedDigest(digest) };
  invocation.record.params = { subcommand: 'artifact verify', ...wanted };
  const verdict = await verifyArtifacts(namedStores(invocation), wanted, prefixOf(invocation));
  const isGood = verdict.findings.length === 0;
  const outcome = isGood ? 'STACK_OK' : 'STACK_DRIFT';
  const text = invocation.has('--json') ? `${formatPretty(documentOf(verdict, outcome))}\n` : textOf(invocation, verdict);
  invocation.stdout.write(encodeUtf8(text));
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

function textOf({ paint }: Invocation, { verified, findings }: StoreVerdict): string {
  const count = `${verified.length} verified, ${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`;
  const sum = findings.length === 0 ? paint.good(count) : paint.bad(count);
  return [...findings.map((finding) => escapeControls(lineOf(finding))), sum].map((line) => `${line}\n`).join('');
}

function lineOf({ kind, type, digest, paths, reason }: ArtifactFinding): string {
  return `${[kind, type, digest, ...paths].filter((word) => word !== '').join(' ')}: ${reason}`;
}
