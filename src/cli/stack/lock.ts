/** `stack lock`: pins everything that a zone refers to, or checks that a lock still matches. */

import { digestOf } from '#core/digest';
import type { JsonObject } from '#core/json/value';
import { newHasher, sha256Hex } from '#hashing/hashers';
import type { LockFormat } from '#stack/format';
import type { LawpackPrefix } from '#stack/lawpack/lawpack';
import { type LockedStack, lockStack } from '#stack/ops/lock';
import { announceIfNotPrinted } from '../announce.ts';
import type { Finished, Invocation } from '../command.ts';
import { createdAt } from '../created.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';

export async function run(invocation: Invocation): Promise<Finished> {
  const { record, has, value, context } = invocation;
  const zone = invocation.args[0] as string;
  const [check, emitArtifactRefs] = [has('--check'), has('--emit-artifactrefs')];
  const format = (value('--format') ?? 'json') as LockFormat;
  const lawpackPrefix = (value('--lawpack-prefix') ?? 'msez') as LawpackPrefix;
  record.params = { subcommand: 'lock', zone, check, format, emit_artifactrefs: emitArtifactRefs, lawpack_prefix: lawpackPrefix };
  record.inputs = [{ path: zone, hash: null, bytes: null }];
  const locked = await lockStack({
    zone,
    root: value('--root') ?? null,
    cwd: context.cwd,
    out: value('--out') ?? null,
    generatedAt: createdAt(invocation),
    isTimeAsked: value('--created') !== undefined,
    emitArtifactRefs,
    check,
    format,
    lawpackPrefix,
    sync: !has('--no-sync'),
    onZone: ({ bytes }) => void (record.inputs = [{ path: zone, hash: digestOf(newHasher, 'blake3', [bytes]), bytes: bytes.length }]),
  });
  record.params = { ...record.params, lock_sha256: sha256Hex(locked.bytes) };
  for (const warning of locked.warnings) invocation.say(escapeControls(`warning: ${warning}`));
  const outcome = outcomeOf(locked, check);
  show(invocation, { document: () => document(locked, outcome), lines: () => lines(locked, invocation) });
  const { change, file, bytes } = locked;
  if (change === 'created' || change === 'updated')
    announceIfNotPrinted(invocation, [{ how: change, place: file, id: `sha256:${sha256Hex(bytes)}` }]);
  return { exit: outcome === 'STACK_DRIFT' ? 1 : 0, outcome };
}

function outcomeOf({ change }: LockedStack, check: boolean): string {
  if (change === 'differs') return 'STACK_DRIFT';
  return check ? 'STACK_OK' : 'STACK_LOCKED';
}

function document({ file, change, lock, warnings }: LockedStack, outcome: string): JsonObject {
  return {
    version: 'stack-lock.v0',
    outcome,
    file,
    change,
    zone_id: lock.zone_id,
    generated_at: lock.generated_at,
    counts: {
      modules: lock.modules.length,
      lawpacks: lock.lawpacks.length,
      overlays: lock.overlays.length,
      corridors: lock.corridors.length,
    },
    corridors: lock.corridors.map(({ corridor_id, corridor_activated, corridor_activation_blockers }) => ({
      corridor_id,
      activated: corridor_activated ?? null,
      blockers: corridor_activation_blockers ?? [],
    })),
    warnings,
  };
}

function lines({ file, change, lock }: LockedStack, { paint }: Invocation): readonly string[] {
  const all = [`${change} ${file}`];
  for (const { corridor_id, corridor_activated, corridor_activation_blockers = [] } of lock.corridors) {
    if (corridor_activated === undefined) all.push(`  no agreement ${corridor_id}`);
    else
      all.push(
        `  ${corridor_activated ? 'active' : 'inactive'} ${corridor_id}`,
        ...corridor_activation_blockers.map((one) => `    ${one}`),
      );
  }
  return all.map((line) => coloured(escapeControls(line), paint));
}

function coloured(line: string, paint: Invocation['paint']): string {
  if (line.startsWith('  active ')) return paint.good(line);
  if (line.startsWith('  inactive ') || line.startsWith('differs ')) return paint.bad(line);
  return line;
}
