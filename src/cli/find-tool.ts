/**
 * Finds a tool by its name after `custody` or by its executable, and loads only the table of that tool: a start would otherwise read the
 * tables of all tools.
 *
 *     await findTool('hashbytes')     the tool `hash`
 */
import { agentCommands } from './about/agent-commands.ts';
import type { Tool } from './command.ts';
import { witnessCommands } from './witness/table.ts';

const TABLES: ReadonlyMap<string, () => Promise<Tool>> = new Map([
  ['vacuum', async () => (await import('./vacuum/table.ts')).vacuum],
  ['hash', async () => (await import('./hash/table.ts')).hash],
  ['hashbytes', async () => (await import('./hash/table.ts')).hash],
  ['fingerprint', async () => (await import('./fingerprint/table.ts')).fingerprint],
  ['lock', async () => (await import('./lock/table.ts')).lock],
  ['pack', async () => (await import('./pack/table.ts')).pack],
  ['chain', async () => (await import('./chain/table.ts')).chain],
  ['replay', async () => (await import('./replay/table.ts')).replay],
  ['stack', async () => (await import('./stack/table.ts')).stack],
  ['witness', async () => (await import('./witness/table.ts')).witness],
]);

export async function findTool(word: string): Promise<Tool | undefined> {
  const table = await TABLES.get(word)?.();
  return table && withSharedCommands(table);
}

/** The commands of `custody` itself. */
export async function loadCustody(): Promise<Tool> {
  return withSharedCommands((await import('./custody/table.ts')).custody);
}

const finished = new Map<string, Tool>();

/** Every tool has the commands for agents, and those of the pipeline answer questions about their own runs. The same object each time. */
export function withSharedCommands(table: Tool): Tool {
  const known = finished.get(table.name);
  if (known !== undefined) return known;
  const asked = ['custody', 'witness'].includes(table.name) ? [] : witnessCommands(['witness']);
  const tool = { ...table, commands: [...table.commands, ...asked, ...agentCommands(table.name)] };
  finished.set(table.name, tool);
  return tool;
}
