/** A small stack in a folder of its own, locked; and what is refused of one that was changed. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type LockedStack, type LockRequest, lockStack } from '#stack/ops/lock';
import { scratchFolder } from '../helpers/scratch-folder.ts';
import { smallFiles, smallZone, ZONE } from './small-zone.ts';

export type Changes = Readonly<Record<string, string | null>>;

export const AML = 'modules/aml/module.yaml';
export const SWIFT = 'modules/corridors/swift';
export const PROFILE = 'profiles/fin/profile.yaml';
export const LAWPACK = 'modules/legal/jurisdictions/ex/north/civil/lawpack.lock.json';

export interface SmallStacks {
  readonly scratch: string;
  treeWith(changes?: Changes): string;
  /** Tries to lock the changed tree. No lock may be there if that fails. */
  lockWith(changes: Changes, prepare?: (folder: string) => void): Promise<LockedStack>;
}

export function smallStacks(name: string): SmallStacks {
  const scratch = scratchFolder(name);
  let count = 0;
  const treeWith = (changes: Changes = {}): string => {
    const folder = join(scratch, `tree-${count++}`);
    mkdirSync(folder);
    smallZone(folder, changes);
    return folder;
  };
  return {
    scratch,
    treeWith,
    async lockWith(changes, prepare = () => {}) {
      const folder = treeWith(changes);
      prepare(folder);
      try {
        return await lock(folder);
      } catch (error) {
        expect(existsSync(join(folder, 'zones/one/stack.lock'))).toBe(false);
        throw error;
      }
    },
  };
}

export function lock(cwd: string, asked: Partial<LockRequest> = {}): Promise<LockedStack> {
  return lockStack({
    zone: ZONE,
    root: null,
    cwd,
    out: null,
    generatedAt: '2026-01-15T00:00:00Z',
    isTimeAsked: false,
    emitArtifactRefs: false,
    check: false,
    format: 'json',
    lawpackPrefix: 'msez',
    sync: false,
    ...asked,
  });
}

/** Of a file of the small stack, unchanged. */
export function sha(path: string): string {
  return createHash('sha256')
    .update(smallFiles[path] as string)
    .digest('hex');
}

export function replaced(path: string, from: string, to: string): Changes {
  const text = smallFiles[path] as string;
  if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
  return { [path]: text.replace(from, to) };
}
