/** The spaces that the command line and the environment name, and the tools that the line names. */
import { homedir } from 'node:os';
import { findSpaces, locksFolder, type SpaceRoots } from '#chain/ops/spaces';
import type { Element } from '#chain/resolve';
import { SPACES } from '#chain/space';
import { type Invocation, UsageError, type WitnessInput } from '../command.ts';

export function spacesOf({ context, value }: Invocation): SpaceRoots {
  return findSpaces({
    env: context.env,
    cwd: context.cwd,
    home: context.env['HOME'] ?? homedir(),
    project: value('--project'),
    userSpace: value('--user-space'),
    systemSpace: value('--system-space'),
  });
}

/** The ids on the line without duplicates; null with `--all`. */
export function namedTools({ args, has }: Invocation): readonly string[] | null {
  if (!has('--all')) {
    if (args.length === 0) throw new UsageError('expected tool ids or --all, found neither');
    return [...new Set(args)];
  }
  if (args.length > 0) throw new UsageError('expected tool ids or --all, found both');
  return null;
}

/** The folders of locks, as inputs of the ledger record, where all locks are read. */
export function lockFolders(roots: SpaceRoots): WitnessInput[] {
  return SPACES.flatMap((space) => {
    const path = locksFolder(roots, space);
    return path === null ? [] : [{ path, hash: null, bytes: null }];
  });
}

/**
 * The elements as inputs of the ledger record, without duplicates: many chains share a runtime. The hash is that of the content, as in the
 * lock.
 */
export function elementInputs(elements: readonly Element[]): WitnessInput[] {
  const inputs = elements.map(({ file, integrity, bytes }) => ({ path: file, hash: `sha256:${integrity}`, bytes: bytes.length }));
  return [...new Map(inputs.map((input) => [input.path, input])).values()];
}
