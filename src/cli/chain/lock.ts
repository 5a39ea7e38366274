/** `chain lock` pins chains and refuses an existing lock with other content; `chain update` pins them again and prints what changes. */

import { findingFields } from '#chain/findings';
import { lockableTools } from '#chain/ops/every-tool';
import { openFinder } from '#chain/ops/find-tools';
import { type LockedTool, lockTools, type Scope } from '#chain/ops/lock';
import { openLocks } from '#chain/ops/lockfiles';
import { type SkippedFile, skippedFields, skippedLine } from '#chain/skipped-file';
import type { JsonObject } from '#core/json/value';
import { announceIfNotPrinted } from '../announce.ts';
import { type Finished, type Invocation, UsageError } from '../command.ts';
import { createdAt } from '../created.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { elementInputs, namedTools, spacesOf } from './spaces.ts';

export const lock = (invocation: Invocation): Finished => lockRequested(invocation, false);
export const update = (invocation: Invocation): Finished => lockRequested(invocation, true);

function lockRequested(invocation: Invocation, replace: boolean): Finished {
  const scope = scopeOf(invocation);
  invocation.record.params = { subcommand: replace ? 'update' : 'lock', tools: [...invocation.args], all: invocation.has('--all'), scope };
  const roots = spacesOf(invocation);
  const finder = openFinder(roots);
  const named = namedTools(invocation);
  const { ids, passedOver } = named === null ? lockableTools(finder, openLocks(roots)) : { ids: named, passedOver: null };
  const generatedAt = createdAt(invocation).replace(/Z$/, '+00:00');
  const locked = lockTools(ids, { roots, finder, scope, generatedAt, replace, sync: !invocation.has('--no-sync') });
  invocation.record.inputs = elementInputs(locked.flatMap(({ chain }) => chain));
  for (const { id, hiddenBy } of locked)
    if (hiddenBy !== null) invocation.say(escapeControls(`warning: for ${id} the lock in a nearer space still counts: ${hiddenBy}`));
  show(invocation, {
    document: () => document(locked, passedOver),
    lines: () => [...locked.flatMap(lines), ...(passedOver ?? []).map((each) => skippedLine(each, escapeControls))],
  });
  announceIfNotPrinted(
    invocation,
    locked.flatMap(({ id, version, file, change }) =>
      change === 'unchanged' ? [] : [{ how: change, place: file, id: `${id} ${version}` }],
    ),
  );
  return { exit: 0, outcome: 'CHAIN_LOCKED' };
}

function scopeOf({ value, context }: Invocation): Scope | null {
  const named = value('--scope') ?? context.env['CUSTODY_CHAIN_SCOPE'];
  if (named === undefined || named === '') return null;
  if (named === 'user' || named === 'project') return named;
  throw new UsageError(`CUSTODY_CHAIN_SCOPE is user or project; found '${named}'`);
}

function document(locked: readonly LockedTool[], passedOver: readonly SkippedFile[] | null): JsonObject {
  return {
    version: 'chain.result.v0',
    outcome: 'CHAIN_LOCKED',
    locks: locked.map(({ id, version, file, change, findings, retires }) => ({
      tool_id: id,
      version,
      file,
      change,
      findings: findings.map(findingFields),
      ...(retires === null ? {} : { retires: { ...retires } }),
    })),
    ...(passedOver === null ? {} : { passed_over: passedOver.map(skippedFields) }),
  };
}

function lines({ id, version, file, change, findings, retires }: LockedTool): readonly string[] {
  const reasons = findings.map(({ kind, itemId, expected, actual }) => `  ${kind} ${itemId}: ${expected} -> ${actual}`);
  const retired = retires === null ? [] : [`  retires ${retires.version}: ${retires.file}`];
  return [`${change} ${id} ${version}`, ...reasons, `  ${file}`, ...retired].map(escapeControls);
}
