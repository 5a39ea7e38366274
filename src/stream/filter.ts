/**
 * `--include` and `--exclude`: globs that are matched with the relative path. Without an include every path is included. An exclude takes
 * precedence, and one that matches a directory excludes everything below it.
 *
 *     const filter = parseFilter({ include: ['dec/*.csv'], exclude: ['tmp'] });
 */
import { BadGlob, coversDirectory, type Glob, isSelected, matchesGlob, mayMatchBelow, parseGlob } from '#core/glob/glob';
import { badGlob } from './refusals.ts';

export interface PathFilter {
  readonly include: readonly Glob[];
  readonly exclude: readonly Glob[];
}

/** Refuses a glob that cannot be parsed: ignoring it would list too much or nothing at all. */
export function parseFilter(globs: { readonly include: readonly string[]; readonly exclude: readonly string[] }): PathFilter {
  return { include: parseGlobs(globs.include), exclude: parseGlobs(globs.exclude) };
}

export function parseGlobs(globs: readonly string[]): readonly Glob[] {
  return globs.map(parseOrRefuse);
}

export function keepsPath(filter: PathFilter, relativePath: string): boolean {
  return isSelected(filter.include, relativePath) && !filter.exclude.some((glob) => matchesGlob(glob, relativePath));
}

/** Whether something below a directory that could not be listed might have been kept. Then the directory must be reported. Excluded ones are not listed. */
export function keepsBelow({ include }: PathFilter, relativeDirectory: string): boolean {
  return include.length === 0 || include.some((glob) => mayMatchBelow(glob, relativeDirectory));
}

export function prunesDirectory(filter: PathFilter, relativeDirectory: string): boolean {
  return filter.exclude.some((glob) => coversDirectory(glob, relativeDirectory));
}

function parseOrRefuse(glob: string): Glob {
  try {
    return parseGlob(glob);
  } catch (error) {
    throw error instanceof BadGlob ? badGlob(glob, error.message) : error;
  }
}
