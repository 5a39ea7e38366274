/**
 * Three spaces with one chain, for tests that run it: `say/hello` (project), through `runtimes/shell` (user), down to
 * `primitives/subprocess` (system). The runtime is a shell that gets the path of the tool and the parameters.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SpaceRoots } from '#chain/ops/spaces';

export interface ChainFiles extends SpaceRoots {
  readonly system: string;
  readonly tool: string;
  readonly runtime: string;
}

/** `body` is the script of the tool, `config` the lines of the runtime's. */
export function writeChain(folder: string, body: string, config = 'command: sh\n  args: ["{tool_path}", "{params_json}"]'): ChainFiles {
  const roots = { project: folder, user: join(folder, 'user'), system: join(folder, 'system') };
  const tool = join(folder, '.ai/tools/say/hello.sh');
  const runtime = join(roots.user, 'tools/runtimes/shell.yaml');
  write(tool, toolText(body));
  write(runtime, `version: "1.0.0"\ntool_type: runtime\nexecutor_id: primitives/subprocess\nconfig:\n  ${config}\n`);
  write(join(roots.system, 'tools/primitives/subprocess.yaml'), 'version: "1.0.0"\ntool_type: primitive\nexecutor_id: null\n');
  return { ...roots, tool, runtime };
}

export function toolText(body: string): string {
  return `# version: 1.0.0\n# tool_type: shell\n# executor_id: runtimes/shell\n${body}\n`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
