/** `chain resolve`: the chain of a tool, and the tools of the same id that it shadows. */

import { openFinder } from '#chain/ops/find-tools';
import { resolveFrozen } from '#chain/ops/resolve-frozen';
import { toolIdOf } from '#chain/ops/verify';
import { resolveChain } from '#chain/resolve';
import { type ResolvedChain, resolveDocument } from '#chain/resolve-report';
import type { Finished, Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { elementInputs, spacesOf } from './spaces.ts';

export function run(invocation: Invocation): Finished {
  const [id] = invocation.args as [string];
  invocation.record.params = { subcommand: 'resolve', tool: id, frozen: invocation.has('--frozen') };
  const resolved = resolve(invocation, id);
  invocation.record.inputs = elementInputs(resolved.chain);
  show(invocation, { document: () => resolveDocument(resolved), lines: () => lines(resolved) });
  return resolved.findings.length === 0 ? { exit: 0, outcome: 'CHAIN_OK' } : { exit: 1, outcome: 'CHAIN_DRIFT' };
}

function resolve(invocation: Invocation, text: string): ResolvedChain {
  const id = toolIdOf(text);
  const roots = spacesOf(invocation);
  const finder = openFinder(roots);
  if (!invocation.has('--frozen')) return { id, lock: null, chain: resolveChain(id, finder), findings: [] };
  const { lock, chain, findings } = resolveFrozen(id, roots, finder);
  return { id, lock: lock.file, chain, findings };
}

function* lines({ chain, findings }: ResolvedChain): Generator<string> {
  for (const [position, { itemId, space, file, version, toolType, integrity, shadowed }] of chain.entries()) {
    const arrow = position === 0 ? '' : `${'  '.repeat(position - 1)}-> `;
    yield escapeControls(`${arrow}${itemId} ${version} (${toolType ?? 'no type'}, ${space})`);
    const margin = '  '.repeat(position + 1);
    yield escapeControls(`${margin}${file}`);
    yield `${margin}${integrity}`;
    for (const other of shadowed) yield escapeControls(`${margin}shadows ${other.file} (${other.space})`);
  }
  for (const { kind, itemId, expected, actual } of findings) yield escapeControls(`${kind} ${itemId}: ${expected} -> ${actual}`);
}
