/**
 * A pack in an archive, never unpacked: one pass up to the manifest, and one over everything. What cannot be in a pack at all (links, unsafe
 * or repeated names) is refused with the entry's name.
 */
import { drain, heardSource } from '#core/bytes/source';
import { type Digest, digestOf } from '#core/digest';
import { type Found, MISSING } from '#core/found';
import { placeOf } from '#core/path/sorted-paths';
import type { ByteSource } from '#core/ports';
import { newHasher } from '#hashing/hashers';
import { MANIFEST_NAME } from '../../document.ts';
import { foundByReading, type Hashed, type PackPlace, pathsIn, type Surveyed, type Wanted } from '../survey.ts';
import { findManifest } from './manifest.ts';
import { type ArchiveInput, type ArchiveQuestion, archiveChanged, readArchive } from './read.ts';

/** `given` as it was typed, `path` absolute; `maxSize` as for import. */
export function openArchive(given: string, path: string, maxSize?: number): PackPlace {
  const question = { given, path, maxSize };
  let input: ArchiveInput = { path: given, hash: null, bytes: null };
  let manifestHash: Digest | null = null;
  return {
    kind: 'archive',
    get input() {
      return input;
    },
    manifestBytes() {
      const bytes = findManifest(question);
      manifestHash = digestOf(newHasher, 'sha256', [bytes]);
      return bytes;
    },
    sources: () => [question.path],
    survey(wanted) {
      const onInput = (found: ArchiveInput): void => {
        input = found;
      };
      const { manifest, ...surveyed } = surveyArchive({ ...question, onInput }, wanted);
      // Another archive lies there now than the one whose manifest was read.
      if (manifestHash !== null && manifest !== manifestHash) throw archiveChanged(given);
      return surveyed;
    },
  };
}

/** With the hash of the manifest that was met on the way. */
function surveyArchive(question: ArchiveQuestion, { members, reading, read, advance }: Wanted): Surveyed & { manifest: Digest | null } {
  const paths = pathsIn(members);
  const found: Found[] = members.map(() => MISSING);
  const extras: string[] = [];
  let manifest: Digest | null = null;
  readArchive(question, ({ path }, body) => {
    const index = placeOf(paths, path);
    const member = members[index];
    if (path === MANIFEST_NAME) manifest = hashOf(body).bytesHash;
    else if (member === undefined) extras.push(path);
    else {
      found[index] = foundByReading(member, reading(member) === 'hash' ? hashOf(body) : read(index, body));
      advance?.();
    }
  });
  return { found, extras, unreadable: [], manifest };
}

function hashOf(body: ByteSource): Hashed {
  const hasher = newHasher('sha256');
  const heard = heardSource(body, (bytes) => hasher.update(bytes));
  drain(heard);
  return { bytesHash: `sha256:${hasher.digest()}`, size: heard.size };
}
