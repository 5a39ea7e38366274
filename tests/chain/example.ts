/**
 * The worked example: `web/scraper` (project), through `runtimes/python_script` (user), down to `primitives/subprocess` (system), laid out in
 * a folder, and what is known of it.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openFinder } from '#chain/ops/find-tools';
import { type LockRequest, lockTools } from '#chain/ops/lock';
import type { SpaceRoots } from '#chain/ops/spaces';

const vectors = fileURLToPath(new URL('../vectors/chain', import.meta.url));

export const INTEGRITY = {
  scraper: 'd21b161a841f7cffa47172e5e78bc12d88e7300635c1b65935dcd180c2587af8',
  runtime: '654ce1a07b5990593ed74f941bb853a1c9b0ed935d418181d09f120bb78376c9',
  primitive: 'b036f0ebd3d7b25830e7554fa8040f48eba42a894b53964990c9a2d6c29cb884',
} as const;

export const GENERATED_AT = '2026-01-01T00:00:00+00:00';

/** Of the lock with that time: 974 bytes. */
export const LOCK_SHA256 = '520e04e7b4054f3de642d477398a617260852b54a1fac3880a042a211bd9bf0f';

export interface ExampleRoots extends SpaceRoots {
  readonly system: string;
  readonly scraper: string;
  readonly runtime: string;
  readonly primitive: string;
  readonly lockfile: string;
}

/** What was in the folder is removed. */
export function layOutExample(folder: string): ExampleRoots {
  rmSync(folder, { recursive: true, force: true });
  const roots = { project: join(folder, 'project'), user: join(folder, 'user'), system: join(folder, 'system') };
  const tools = { project: join(roots.project, '.ai/tools'), user: join(roots.user, 'tools'), system: join(roots.system, 'tools') };
  for (const space of ['project', 'user', 'system'] as const) cpSync(join(vectors, space), tools[space], { recursive: true });
  return {
    ...roots,
    scraper: join(tools.project, 'web/scraper.py'),
    runtime: join(tools.user, 'runtimes/python_script.yaml'),
    primitive: join(tools.system, 'primitives/subprocess.yaml'),
    lockfile: join(roots.user, 'lockfiles/web/scraper@1.0.0.lock.json'),
  };
}

export function lockExample(roots: SpaceRoots, options: Partial<LockRequest> = {}, ids: readonly string[] = ['web/scraper']) {
  const request = { roots, finder: openFinder(roots), scope: null, generatedAt: GENERATED_AT, replace: false, sync: false };
  return lockTools(ids, { ...request, ...options });
}

export function setVersion({ scraper }: ExampleRoots, version: string): void {
  writeFileSync(scraper, readFileSync(scraper, 'utf8').replace(/__version__ = ".*"/, `__version__ = "${version}"`));
}

export function writeFile(path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
