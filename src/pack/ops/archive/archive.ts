/**
 * A pack in an archive, never unpacked: one pass up to the manifest, and one over everything. What cannot be in a pack at all (links, unsafe
 * or repeated names) is refused with the entry's name.
 */
import { drain, heardSource } from '#core/bytes/source';
import { type Digest, digestOf } from '#core/digest';
import { placeOf } from '#core/path/sorted-paths';
import type { ByteSource } from '#core/ports';
import { newHasher } from '#hashing/hashers';
import { MANIFEST_NAME } from '../../document.ts';
import { type PackPlace, pathsIn, type Survey } from '../survey.ts';
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
    survey(survey) {
      const onInput = (found: ArchiveInput): void => {
        input = found;
      };
      const found = surveyArchive({ ...question, onInput }, survey);
      // Another archive lies there now than the one whose manifest was read.
      if (manifestHash !== null && found !== manifestHash) throw archiveChanged(given);
    },
  };
}

/** The hash of the manifest that was met on the way. */
function surveyArchive(question: ArchiveQuestion, survey: Survey): Digest | null {
  const paths = pathsIn(survey.members);
  let manifestHash: Digest | null = null;
  readArchive(question, ({ path, size }, body) => {
    const index = placeOf(paths, path);
    const member = survey.members[index];
    if (path === MANIFEST_NAME) manifestHash = hashOf(body);
    else if (member === undefined) survey.onExtra(path);
    else if (survey.needsContent(member)) survey.onContent(index, body);
    else survey.onHashed(index, hashOf(body), size);
  });
  return manifestHash;
}

function hashOf(body: ByteSource): Digest {
  const hasher = newHasher('sha256');
  drain(heardSource(body, (bytes) => hasher.update(bytes)));
  return `sha256:${hasher.digest()}`;
}
