/**
 * What is asked for, as it lies here: a digest; a file, with its digests by both algorithms and the id that it states; a folder; or a path at
 * which there is nothing.
 *
 *     await subjectOf({ given: 'dec.lock.json', path: '/data/dec.lock.json' }, question, looking)
 *       { kind: 'file', digests: [{ digest: 'sha256:…', of: 'bytes' }, { digest: 'blake3:…', of: 'bytes' }, { digest: 'sha256:…', of: 'stated' }], … }
 */
import { existsSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { BadSignatureLine, integrityOf, NotUtf8, splitSigned } from '#chain/integrity';
import { Refusal } from '#core/refusal';
import { errorCode, isMissing, osText } from '#disk/os-error';
import { exactRealPath } from '#disk/path/real-path';
import { readRegularFile } from '#disk/read/regular-file';
import { kindOf } from '#disk/walk/directory';
import { newHasher } from '#hashing/hashers';
import { MANIFEST_NAME } from '#pack/document';
import type { Place } from '../../contract.ts';
import { cannotRead } from '../../refusals.ts';
import type { Question } from '../../why/question.ts';
import type { SubjectDigest, WhySubject } from '../../why/why.ts';
import { lookAtFile } from '../look.ts';
import { fileHashes, type Looking, openSource } from './source.ts';

/** Throws `E_IO` if something is there and cannot be read. */
export async function subjectOf(place: Place, question: Question, looking: Looking): Promise<WhySubject> {
  const { given, path } = place;
  if (question.kind === 'digest') {
    const digests = question.digests.map((digest) => ({ digest, of: 'asked' as const }));
    return { kind: 'digest', path: null, size: null, digests, namesake: existsSync(path) ? `./${given}` : null };
  }
  const found = lookedUp(place);
  if (found === null) return { kind: 'missing', path: given, size: null, digests: [], namesake: null };
  if (found.isDirectory()) return { kind: 'folder', path: given, size: null, digests: await folderDigests(place, looking), namesake: null };
  if (!found.isFile()) throw cannotRead(given, `not a regular file: a ${kindOf(found)}`);
  const { sha256, blake3, size } = fileHashes(place);
  const bytes: readonly SubjectDigest[] = [sha256, blake3].map((digest) => ({ digest, of: 'bytes' }));
  const digests = [...bytes, ...(await statedDigests(place, looking)), ...toolDigests(place, size)];
  return { kind: 'file', path: given, size, digests: unique(digests), namesake: null };
}

function lookedUp({ given, path }: Place): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw errorCode(error) === undefined ? error : cannotRead(given, osText(error));
  }
}

function unique(digests: readonly SubjectDigest[]): readonly SubjectDigest[] {
  const seen = new Map<string, SubjectDigest>();
  for (const each of digests) if (!seen.has(each.digest)) seen.set(each.digest, each);
  return [...seen.values()];
}

/** A folder has no digest, except a pack, which has that of its manifest. */
async function folderDigests({ given, path }: Place, looking: Looking): Promise<readonly SubjectDigest[]> {
  const manifest = { given: `${given}/${MANIFEST_NAME}`, path: join(path, MANIFEST_NAME) };
  return existsSync(manifest.path) ? statedDigests(manifest, looking) : [];
}

/** The other names of a document; none if the file is no evidence, or cannot be read as what it seems to be. */
async function statedDigests({ given, path }: Place, looking: Looking): Promise<readonly SubjectDigest[]> {
  try {
    const real = exactRealPath(path);
    const { kind } = await lookAtFile(real, basename(real), { isGiven: false });
    if (kind === null || kind.name === 'ledger' || kind.name === 'snapshot') return [];
    const isManifest = kind.name === 'pack' && basename(real) === MANIFEST_NAME;
    const place = isManifest ? { given: dirname(given), path: dirname(real) } : { given, path: real };
    const { documents } = await openSource({ place, kind: kind.name }, { ...looking, unread: () => undefined, passOver: () => undefined });
    return (documents[0]?.names ?? []).map((digest) => ({ digest, of: 'stated' }));
  } catch (error) {
    if (error instanceof Refusal || errorCode(error) !== undefined) return [];
    throw error;
  }
}

/** A tool is a short text. */
const MAX_TOOL = 1 << 20;

/** A tool-chain lock pins the content of a tool without its signature line. */
function toolDigests({ path }: Place, size: number): readonly SubjectDigest[] {
  if (size > MAX_TOOL) return [];
  try {
    const { content } = splitSigned(extname(path), readRegularFile(path, { maxBytes: MAX_TOOL, follow: true }));
    return [{ digest: `sha256:${integrityOf(content, newHasher)}`, of: 'tool' }];
  } catch (error) {
    if (error instanceof NotUtf8 || error instanceof BadSignatureLine || errorCode(error) !== undefined) return [];
    throw error;
  }
}
