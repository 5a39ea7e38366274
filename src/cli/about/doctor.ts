/**
 * `lock doctor`: does this installation work? It checks the runtime, the native hasher, the location of the ledger and the schemas, and
 * changes nothing: the ledger is not opened, no file is written.
 */
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { osText } from '#disk/os-error';
import { statIfThere } from '#disk/path/stat-if-there';
import { packageRoot, version } from '#installation/paths';
import { ledgerPath } from '#witness/ops/append';
import type { Finished, Invocation, Tool } from '../command.ts';
import { escapeControls, type Paint, writeText } from '../output.ts';
import type { RunContext } from '../run-context.ts';
import { readSchema } from './schema.ts';

export const CONTRACT = 'custody.read_only_doctor.v1';

export interface Check {
  readonly name: 'node' | 'blake3' | 'sha256' | 'ledger' | 'schemas';
  readonly ok: boolean;
  readonly detail: string;
}

export async function run(invocation: Invocation): Promise<Finished> {
  if (invocation.has('--fix')) {
    invocation.say('doctor only reads and never fixes anything');
    return { exit: 2 };
  }
  const { runCapabilities, runGuide } = await import('./agent-guide.ts');
  if (invocation.args[0] === 'capabilities') return runCapabilities(invocation);
  if (invocation.args[0] === 'robot-docs') return runGuide(invocation);
  const { tool, context, stdout, paint } = invocation;
  const checks = await examine(context, tool);
  writeText(stdout, invocation.has('--json') ? `${JSON.stringify(health(tool, checks), null, 2)}\n` : formatChecks(checks, paint));
  return { exit: isHealthy(checks) ? 0 : 1 };
}

export async function examine(context: RunContext, tool: Tool): Promise<readonly Check[]> {
  return [nodeCheck(), ...(await hashChecks()), ledgerCheck(context), schemaCheck(tool)];
}

export function isHealthy(checks: readonly Check[]): boolean {
  return checks.every((check) => check.ok);
}

export function health(tool: Tool, checks: readonly Check[]): object {
  return { schema: `${tool.name}.doctor.health.v1`, contract: CONTRACT, tool: tool.name, version, ok: isHealthy(checks), checks };
}

function formatChecks(checks: readonly Check[], paint: Paint): string {
  return checks
    .map(({ name, ok, detail }) => `${ok ? paint.good('✓') : paint.bad('✗')} ${name.padEnd(7)}  ${escapeControls(detail)}\n`)
    .join('');
}

function nodeCheck(): Check {
  const { engines } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { engines: { node: string } };
  const [wanted, found] = [engines.node, process.versions.node].map((text) => text.replace('>=', '').split('.').map(Number)) as [
    number[],
    number[],
  ];
  const isNewer = (found[0] as number) > (wanted[0] as number);
  const ok = isNewer || (found[0] === wanted[0] && (found[1] as number) >= (wanted[1] as number));
  return { name: 'node', ok, detail: `${process.versions.node}, wanted ${engines.node}` };
}

/** The digests of no bytes, the same in every implementation. */
const VECTORS = {
  blake3: 'af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
} as const;

async function hashChecks(): Promise<readonly Check[]> {
  const { newHasher } = await import('#hashing/hashers');
  return (['blake3', 'sha256'] as const).map((name) => {
    try {
      const found = newHasher(name).digest();
      return {
        name,
        ok: found === VECTORS[name],
        detail: `the empty input hashes to ${found.slice(0, 8)}…, wanted ${VECTORS[name].slice(0, 8)}…`,
      };
    } catch (error) {
      return { name, ok: false, detail: `does not load: ${error instanceof Error ? error.message : String(error)}` };
    }
  });
}

function schemaCheck(tool: Tool): Check {
  const names = [...new Set(tool.commands.map((command) => command.schema))];
  const missing = names.filter((name) => {
    try {
      return typeof JSON.parse(readSchema(name)) !== 'object';
    } catch {
      return true;
    }
  });
  return {
    name: 'schemas',
    ok: missing.length === 0,
    detail: missing.length === 0 ? names.join(', ') : `missing or broken: ${missing.join(', ')}`,
  };
}

/**
 * Checks whether a record could be appended to the ledger. It looks only at the permissions of the file and its folders; nothing is opened
 * or created.
 */
export function ledgerCheck({ env, cwd }: RunContext): Check {
  const path = ledgerPath(env, cwd);
  const obstacle = obstacleAt(path);
  if (obstacle !== undefined) return { name: 'ledger', ok: false, detail: `${path}: ${obstacle}` };
  // A ledger that does not exist yet is good: the next run creates it. There is nothing to query or verify yet.
  return { name: 'ledger', ok: true, detail: existsSync(path) ? path : `${path}: does not exist yet, the next run creates it` };
}

function obstacleAt(path: string): string | undefined {
  try {
    const found = statIfThere(path);
    if (found === undefined) return obstacleAbove(dirname(path));
    if (!found.isFile()) return 'not a regular file';
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return osText(error);
  }
}

/** What prevents creating the missing folders: the nearest existing folder must be writable. */
function obstacleAbove(folder: string): string | undefined {
  const found = statIfThere(folder);
  if (found === undefined && folder !== dirname(folder)) return obstacleAbove(dirname(folder));
  if (found?.isDirectory() !== true) return `${folder} is not a folder`;
  accessSync(folder, constants.W_OK | constants.X_OK);
  return undefined;
}
