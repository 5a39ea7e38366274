/**
 * The files that the resources of an OMS statement name: each whole, or in shards `PATH:START:END` of equal size.
 *
 *     modelFiles([{ name: 'a:0:4', … }, { name: 'a:4:6', … }], { shardSize: 4 })     [{ path: 'a', size: 6, digests: [2 of them] }]
 */
import { isRelPath } from '#core/path/rel-path';
import { BadSignature } from '../bad-signature.ts';
import type { Resource } from './statement.ts';

export interface ModelFile {
  readonly path: string;
  /** Hex; one for the whole file, or one for each shard. */
  readonly digests: readonly string[];
  /** Null where it is not known. */
  readonly size: number | null;
}

/** Where a signature over a folder lies in it. */
export const MODEL_SIGNATURE = 'model.sig';

/** What the reference implementation calls a model of one file. */
export const WHOLE_MODEL = '.';

/** Throws `BadSignature`. */
export function modelFiles(resources: readonly Resource[], { shardSize }: { readonly shardSize: number | null }): readonly ModelFile[] {
  const files = shardSize === null ? resources.map(wholeFile) : sharded(resources, shardSize);
  const paths = new Set(files.map(({ path }) => path));
  if (paths.size !== files.length) throw new BadSignature('a resource is there twice');
  for (const path of paths)
    if (!isRelPath(path) && !(path === WHOLE_MODEL && paths.size === 1))
      throw new BadSignature(`the path of a resource is not relative and plain: ${path}`);
  return files;
}

function wholeFile({ name, digest }: Resource): ModelFile {
  return { path: name, digests: [digest], size: null };
}

interface Shard {
  readonly start: number;
  readonly end: number;
  readonly digest: string;
}

/** A path may have colons itself: the last two numbers are the range. */
const RANGE = /^(.+):(0|[1-9]\d{0,15}):([1-9]\d{0,15})$/s;

function sharded(resources: readonly Resource[], size: number): readonly ModelFile[] {
  const shards = new Map<string, Shard[]>();
  for (const { name, digest } of resources) {
    const [, path, start, end] = RANGE.exec(name) ?? [];
    if (path === undefined) throw new BadSignature(`expected a name with a range, such as a:0:1000, found ${name}`);
    const list = shards.get(path) ?? [];
    list.push({ start: Number(start), end: Number(end), digest });
    shards.set(path, list);
  }
  return [...shards].map(([path, list]) => {
    list.sort((a, b) => a.start - b.start);
    list.forEach(({ start, end }, index) => {
      const isLast = index === list.length - 1;
      if (start !== index * size || end <= start || end > start + size || (!isLast && end !== start + size))
        throw new BadSignature(`the ranges of ${path} are not consecutive shards of ${size} bytes`);
    });
    return { path, digests: list.map(({ digest }) => digest), size: (list.at(-1) as Shard).end };
  });
}
