/**
 * A pack in an archive, which is never unpacked. One pass reads up to the manifest, a second pass reads everything. Entries that cannot be
 * in a pack (links, unsafe or duplicate names) are refused with the name of the entry.
 */
import { drain, observedSource } from '#core/bytes/source';
import { type Digest, digestOf } from '#core/digest';
import { placeOf } from '#core/path/sorted-paths';
import type { Algorithm, ByteSource } from '#core/ports';
import { newHasher } from '#hashing/hashers';
import { MANIFEST_NAME } from '../../document.ts';
import { FoundTable } from '../../found-table.ts';
import { foundByReading, type Hashed, type PackPlace, pathsIn, type Surveyed, type Wanted } from '../survey.ts';
import { findManifest } from './manifest.ts';
import { type ArchiveInput, type ArchiveQuestion, archiveChanged, readArchive } from './read.ts';

/** `given` is the path as it was typed, `path` is absolute; `maxSize` is the same as for import. */
export function openArchive(given: string, path: string, maxSize?: number, algorithm: Algorithm = 'blake3'): PackPlace {
  const question = { given, path, maxSize, algorithm };
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
      // The archive is not the one whose manifest was read: it was replaced.
      if (manifestHash !== null && manifest !== manifestHash) throw archiveChanged(given);
      return surveyed;
    },
  };
}

/** The result includes the hash of the manifest that was found during the pass. */
function surveyArchive(question: ArchiveQuestion, { members, reading, read, advance }: Wanted): Surveyed & { manifest: Digest | null } {
  const paths = pathsIn(members);
  const found = new FoundTable(members.length);
  const extras: string[] = [];
  let manifest: Digest | null = null;
  readArchive(question, ({ path }, body) => {
    const index = placeOf(paths, path);
    const member = members[index];
    if (path === MANIFEST_NAME) manifest = hashOf(body).bytesHash;
    else if (member === undefined) extras.push(path);
    else {
      found.set(index, foundByReading(member, reading(member) === 'hash' ? hashOf(body) : read(index, body)));
      advance?.();
    }
  });
  return { found, extras, unreadable: [], manifest };
}

function hashOf(body: ByteSource): Hashed {
  const hasher = newHasher('sha256');
  const observed = observedSource(body, (bytes) => hasher.update(bytes));
  drain(observed);
  return { bytesHash: `sha256:${hasher.digest()}`, size: observed.size };
}
