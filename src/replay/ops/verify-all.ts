/**
 * `replay verify --all ROOT`: judges every folder inside a folder called `snapshots`, at any depth below ROOT (R7), in byte order of their paths.
 * Links to other folders are not followed; each one is reported (R10).
 */
import { type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { compareUtf8 } from '#core/bytes/order';
import { errorCode, osText } from '#disk/os-error';
import { isBelow } from '#disk/path/below';
import { exactRealPath } from '#disk/path/real-path';
import { type DirectoryEntry, readDirectory } from '#disk/walk/directory';
import type { NamedVerdict, Summary } from '../summary.ts';
import { notFound } from '../verify.ts';
import { type BundlePlace, withSlash } from './load.ts';
import { bundleVerifier, type VerifyRequest } from './verify.ts';

const HOLDER = 'snapshots';

/** `onRead` receives the number of files read, once per bundle. */
export function verifyAll(root: BundlePlace, request: VerifyRequest, onRead: (files: number) => void = () => undefined): Summary {
  const verdicts: NamedVerdict[] = [];
  const errors: string[] = [];
  const passedOver: string[] = [];
  const verify = bundleVerifier(request);

  const judge = (place: BundlePlace, ref: string): void => {
    const { outcome, result, place: pointsTo, line, wrote, folders, links, fileCount } = verify(place, { ref, attempted: [place.given] });
    verdicts.push({ name: place.given, outcome, result, place: pointsTo, line, wrote });
    for (const link of links) passOver(placeIn(place, link));
    onRead(fileCount);
    for (const folder of folders) search(placeIn(place, folder), basename(folder) === HOLDER);
  };
  const search = (place: BundlePlace, isHolder: boolean): void => {
    for (const entry of entriesOf(place, errors)) {
      const inner = placeIn(place, entry.name);
      const isFolder = entry.kind === 'directory';
      if (entry.rawName !== null) {
        if (isFolder) errors.push(`read dir ${place.given}: the name of a folder is not UTF-8: ${entry.name}`);
      } else if (isHolder && isFolder) judge(inner, entry.name);
      else if (isHolder && entry.kind === 'link') judgeLink(inner, entry.name);
      else if (isFolder) search(inner, entry.name === HOLDER);
      else if (entry.kind === 'link') passOver(inner);
    }
  };
  /** A link to a file is ignored. A broken link is reported, because its target may be a folder later. */
  const passOver = ({ given, path }: BundlePlace): void => {
    if (statOf(path)?.isDirectory() ?? true) passedOver.push(given);
  };
  /** In a folder of bundles, a link to a folder is a bundle, but only if the target is inside ROOT. */
  const judgeLink = (place: BundlePlace, ref: string): void => {
    const problem = linkProblem(root, place);
    if (problem === 'no folder') return;
    if (problem === null) return judge(place, ref);
    const asked = { ref, attempted: [place.given] };
    verdicts.push({ name: place.given, ...notFound(asked, request.writeExpected, `stat ${place.given}: ${problem}`) });
  };

  search(root, basename(root.path) === HOLDER);
  if (verdicts.length === 0 && errors.length === 0)
    errors.push(`no bundle found: no folder in a folder called ${HOLDER} below ${root.given}`);
  verdicts.sort((a, b) => compareUtf8(a.name, b.name));
  return { root: root.given, verdicts, errors, passedOver: passedOver.sort(compareUtf8) };
}

function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

function placeIn({ given, path }: BundlePlace, name: string): BundlePlace {
  return { given: given === '.' ? name : withSlash(given) + name, path: join(path, name) };
}

/** A folder that cannot be listed is reported, and the search continues. */
function entriesOf({ given, path }: BundlePlace, errors: string[]): readonly DirectoryEntry[] {
  try {
    return readDirectory(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    errors.push(`read dir ${given}: ${osText(error)}`);
    return [];
  }
}

function linkProblem(root: BundlePlace, { path }: BundlePlace): string | null {
  try {
    if (!statSync(path).isDirectory()) return 'no folder';
    return isBelow(exactRealPath(root.path), exactRealPath(path)) ? null : `a link that leads out of ${root.given}`;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return osText(error);
  }
}
