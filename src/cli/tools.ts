/** All tools of the program, and which of them the name of an executable or a word after `custody` means. */
import { agentCommands } from './about/agent-commands.ts';
import { chain } from './chain/table.ts';
import type { Command, Tool } from './command.ts';
import { custody as custodyTable } from './custody/table.ts';
import { fingerprint } from './fingerprint/table.ts';
import { hash } from './hash/table.ts';
import { lock } from './lock/table.ts';
import { pack } from './pack/table.ts';
import { replay } from './replay/table.ts';
import { stack } from './stack/table.ts';
import { vacuum } from './vacuum/table.ts';
import { witness, witnessCommands } from './witness/table.ts';

/** In the order of the pipeline, which is also the order in the help. */
export const tools: readonly Tool[] = [
  ...[vacuum, hash, fingerprint, lock, pack, chain, replay, stack].map((tool) => withCommands(tool, witnessCommands(['witness']))),
  withCommands(witness, []),
];
export const custody = withCommands(custodyTable, []);

/** Every tool has the commands for agents, too. */
function withCommands(tool: Tool, more: readonly Command[]): Tool {
  return { ...tool, commands: [...tool.commands, ...more, ...agentCommands(tool.name)] };
}

/** Finds a tool by its name after `custody` or by its executable: `hash` and `hashbytes` are the same tool. */
export function findTool(word: string): Tool | undefined {
  return tools.find((tool) => tool.name === word || tool.binary === word);
}

/** The tool as a person types it: `lock`, `custody lock`, `custody witness`. */
export function commandName(program: string, tool: Tool): string {
  if (tool.name === 'custody') return 'custody';
  return program === 'custody' || tool.binary === null ? `custody ${tool.name}` : tool.binary;
}
