/** The objects of a strict server: each is one file `<folder>/objects/<bucket>/<key>`, with every segment of the key escaped. */
import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { S3Error } from './strict-s3-error.ts';

export interface Stored {
  readonly size: number;
  readonly etag: string;
  /** Base64; for an object that was uploaded in parts, the hash of the parts' hashes and the number of parts. */
  readonly sha256: string | undefined;
}

export interface Objects {
  path(bucket: string, key: string): string;
  find(bucket: string, key: string): Stored | undefined;
  /** Moves the file into place. With `onlyIfAbsent` this is one atomic step that fails where an object exists. */
  place(bucket: string, key: string, file: string, stored: Stored, onlyIfAbsent: boolean): void;
  /** The keys with that prefix after `after`, in byte order. */
  keys(bucket: string, prefix: string, after: string): readonly string[];
}

export function openObjects(folder: string): Objects {
  const known = new Map<string, Stored>();
  const path = (bucket: string, key: string): string => join(folder, 'objects', bucket, ...key.split('/').map(encodeURIComponent));
  return {
    path,
    find(bucket, key) {
      const stored = known.get(path(bucket, key));
      // A test may have changed the file.
      const size = statSync(path(bucket, key), { throwIfNoEntry: false })?.size;
      return stored === undefined || size === undefined ? undefined : { ...stored, size };
    },
    place(bucket, key, file, stored, onlyIfAbsent) {
      const target = path(bucket, key);
      mkdirSync(dirname(target), { recursive: true });
      if (!onlyIfAbsent) renameSync(file, target);
      else {
        try {
          linkSync(file, target);
        } catch {
          throw new S3Error(412, 'PreconditionFailed');
        } finally {
          rmSync(file);
        }
      }
      known.set(target, stored);
    },
    keys(bucket, prefix, after) {
      const root = join(folder, 'objects', bucket);
      const all = readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) =>
          join(entry.parentPath, entry.name)
            .slice(root.length + 1)
            .split('/')
            .map(decodeURIComponent)
            .join('/'),
        );
      const isAfter = (key: string): boolean => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;
      return all.filter((key) => key.startsWith(prefix) && isAfter(key)).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    },
  };
}
