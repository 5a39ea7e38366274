/** `--cache`, `--cache-file`, `--max-age` and `--budget`: where the cache of what was read is, and how long it holds. */
import { homedir } from 'node:os';
import { parseDuration } from '#core/duration';
import { isInside, realPath } from '#disk/path/real-path';
import { newHasher } from '#hashing/hashers';
import { ReadCache } from '#lock/ops/cache/read-cache';
import { uptimeMs } from '#threads/clock';
import { type Invocation, UsageError } from '../command.ts';
import { namesPlace } from './named-place.ts';

/** The way on where a cache does not go with `--shard`. */
export const ONE_BY_ONE = 'leave --shard out, or make a lock for each folder of the tree';

/** `root` is as it was typed. */
export function openCache(invocation: Invocation, root: string): ReadCache {
  const given = invocation.value('--cache-file');
  const path = invocation.resolve(root);
  const file = given === undefined ? ownPlace(invocation, path) : invocation.resolve(given);
  if (isInside(path, file))
    throw new UsageError(`the cache ${given ?? file} would be a file below ${root}: name another place with --cache-file`);
  if (namesPlace(invocation, '--output', file)) throw new UsageError('--cache-file and --output name the same file');
  return new ReadCache({ file, root: path, isOwnPlace: given === undefined, onNote: (text) => invocation.say(`warning: ${text}`) });
}

/** In the user's folder for caches: one file for each root. */
function ownPlace({ context: { env }, resolve }: Invocation, root: string): string {
  const hasher = newHasher('sha256');
  hasher.update(Buffer.from(realPath(root)));
  const caches = env['XDG_CACHE_HOME']?.startsWith('/') ? env['XDG_CACHE_HOME'] : `${env['HOME'] || homedir()}/.cache`;
  return resolve(`${caches}/custody/${hasher.digest().slice(0, 32)}.cache`);
}

/** The time of the budget starts now. */
export function budgetOption(invocation: Invocation): (() => boolean) | null {
  const budget = durationOption(invocation, '--budget');
  const start = uptimeMs();
  return budget === null ? null : () => uptimeMs() - start >= budget;
}

/** In milliseconds, or null if the option is not given. */
export function durationOption(invocation: Invocation, flag: string): number | null {
  const text = invocation.value(flag);
  if (text === undefined) return null;
  const duration = parseDuration(text);
  if (duration === null) throw new UsageError(`${flag} needs a number and a unit, as 90s, 20m, 12h, 30d or 4w; found '${text}'`);
  return duration;
}
