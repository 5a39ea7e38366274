/**
 * The locations of the three spaces (K1), and of the folders in them.
 *
 *     tools   {project}/.ai/tools     {user_space}/tools        {system_space}/tools
 *     locks   {project}/lockfiles     {user_space}/lockfiles    {system_space}/lockfiles
 */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { joinPath } from '#disk/path/join-path';
import { isSameFolder } from '#disk/path/same-file';
import { SPACES, type Space } from '../space.ts';

export interface SpaceRoots {
  /** The project folder. */
  readonly project: string;
  /** The user space, by default `~/.ai` itself. */
  readonly user: string;
  readonly system: string | null;
}

export interface SpaceQuestion {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly project?: string | undefined;
  readonly userSpace?: string | undefined;
  readonly systemSpace?: string | undefined;
}

export function findSpaces({ env, cwd, home, project, userSpace, systemSpace }: SpaceQuestion): SpaceRoots {
  const user = joinPath(cwd, filled(userSpace) ?? filled(env['USER_SPACE']) ?? `${home}/.ai`);
  const system = filled(systemSpace) ?? filled(env['SYSTEM_SPACE']);
  return {
    project: project === undefined ? nearestProject(cwd, user) : joinPath(cwd, project),
    user,
    system: system === undefined ? null : joinPath(cwd, system),
  };
}

function filled(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text;
}

/** Returns the nearest parent folder that contains `.ai`, unless that is the user space; otherwise the current folder. */
function nearestProject(cwd: string, user: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const inner = join(folder, '.ai');
    if (existsSync(inner) && !isSameFolder(inner, user)) return folder;
    if (dirname(folder) === folder) return cwd;
  }
}

export function toolsFolder(roots: SpaceRoots, space: Space): string | null {
  if (space === 'project') return join(roots.project, '.ai', 'tools');
  const root = roots[space];
  return root === null ? null : join(root, 'tools');
}

export function locksFolder(roots: SpaceRoots, space: Space): string | null {
  const root = roots[space];
  return root === null ? null : join(root, 'lockfiles');
}

/** The folders of the spaces, each folder once. */
export interface DistinctFolders {
  /** Null if there is none, or if it is also the folder of a later space. */
  readonly folders: Readonly<Record<Space, string | null>>;
  /** The space to which the folder of this one belongs. */
  readonly owner: Readonly<Record<Space, Space>>;
}

/** Two spaces in one folder are one space, with the name of the farther one (K9), so that a tool does not shadow itself. */
export function distinctFolders(roots: SpaceRoots, folderOf: typeof toolsFolder): DistinctFolders {
  const folders: Record<Space, string | null> = { project: null, user: null, system: null };
  const owner: Record<Space, Space> = { project: 'project', user: 'user', system: 'system' };
  for (const space of SPACES.toReversed()) {
    const folder = folderOf(roots, space);
    const same = folder === null ? undefined : SPACES.find((other) => folders[other] !== null && isSameFolder(folders[other], folder));
    if (same === undefined) folders[space] = folder;
    else owner[space] = same;
  }
  return { folders, owner };
}
