/** The tables of all tools, for help, completions and descriptions. A run loads only the table of its own tool (`find-tool.ts`). */
import { chain } from './chain/table.ts';
import type { Tool } from './command.ts';
import { custody as custodyTable } from './custody/table.ts';
import { withSharedCommands } from './find-tool.ts';
import { fingerprint } from './fingerprint/table.ts';
import { hash } from './hash/table.ts';
import { lock } from './lock/table.ts';
import { pack } from './pack/table.ts';
import { replay } from './replay/table.ts';
import { stack } from './stack/table.ts';
import { vacuum } from './vacuum/table.ts';
import { witness } from './witness/table.ts';

/** In the order of the pipeline, which is also the order in the help. */
export const tools: readonly Tool[] = [vacuum, hash, fingerprint, lock, pack, chain, replay, stack, witness].map(withSharedCommands);
export const custody = withSharedCommands(custodyTable);

/** The tool as a person types it: `lock`, `custody lock`, `custody witness`. */
export function commandName(program: string, tool: Tool): string {
  if (tool.name === 'custody') return 'custody';
  return program === 'custody' || tool.binary === null ? `custody ${tool.name}` : tool.binary;
}
