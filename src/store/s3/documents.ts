/** The documents of a bucket: `<prefix>/tags/2025-12`, an object each, written only where nothing exists unless it is to be replaced. */
import { compareUtf8 } from '#core/bytes/order';
import { sha256Hex } from '#hashing/hashers';
import { type Documents, isDocumentName, otherDocument } from '../documents.ts';
import { listObjects } from './list.ts';
import { getObject, headObject, putObject, type S3 } from './object.ts';
import { s3Failure } from './refusals.ts';

/** `root` is the prefix of the keys, with its slash; `shown` the URL of the store. */
export function s3Documents(s3: S3, { root, shown }: { readonly root: string; readonly shown: string }): Documents {
  const put = (key: string, body: Uint8Array, replaces: boolean) =>
    putObject(s3, `${root}${key}`, { body, sha256: sha256Hex(body), replaces });
  return {
    async list(folder) {
      const names = new Set<string>();
      await listObjects(s3, `${root}${folder}/`, ({ name }) => (isDocumentName(name) ? names.add(name).size : names.size));
      return [...names].sort(compareUtf8);
    },
    async read(folder, name, limit) {
      const found = await getObject(s3, `${root}${folder}/${name}`, limit);
      if (found instanceof Uint8Array) return found;
      if (found === 'longer') throw otherDocument(shown, folder, name, `more than ${limit} bytes`);
      // With keys that may not list, a missing object is answered with AccessDenied; every put of a new one is conditional.
      if (found.code === 'NoSuchKey' || found.code === 'AccessDenied') return undefined;
      throw s3Failure(found);
    },
    async create(folder, name, bytes) {
      // A server that ignores the condition of a put would replace the document.
      if ((await headObject(s3, `${root}${folder}/${name}`)) !== undefined) return 'present';
      return (await put(`${folder}/${name}`, bytes, false)) === 'stored' ? 'created' : 'present';
    },
    replace: async (folder, name, bytes) => void (await put(`${folder}/${name}`, bytes, true)),
  };
}
