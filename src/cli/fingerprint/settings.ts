/** The definitions that a run may use, found as the line and the environment say. */
import { homedir } from 'node:os';
import { type AvailableDefinitions, findDefinitions } from '#fingerprint/ops/definitions';
import type { Invocation } from '../command.ts';
import { escapeControls } from '../output.ts';

export async function openDefinitions(invocation: Invocation): Promise<AvailableDefinitions> {
  const { env, cwd } = invocation.context;
  const definitions = await findDefinitions({ env, cwd, home: env['HOME'] ?? homedir(), given: invocation.values('--definitions') });
  for (const warning of definitions.warnings) invocation.say(escapeControls(`warning: ${warning}`));
  return definitions;
}

/** The limits for fingerprinting: threads, and time, size and memory of one file. */
export function threadSettings(invocation: Invocation): { threads?: number; timeoutMs?: number; maxSize?: number; maxMemoryMb?: number } {
  const threads = invocation.integer('--jobs', 0);
  const seconds = invocation.integer('--timeout', 1);
  const maxSize = invocation.integer('--max-size', 0);
  const maxMemoryMb = invocation.integer('--max-memory', 1);
  return {
    ...(threads === undefined ? {} : { threads }),
    ...(seconds === undefined ? {} : { timeoutMs: seconds * 1000 }),
    ...(maxSize === undefined ? {} : { maxSize }),
    ...(maxMemoryMb === undefined ? {} : { maxMemoryMb }),
  };
}
