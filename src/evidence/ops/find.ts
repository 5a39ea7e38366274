/**
 * Finds the evidence that an argument names: a URL is a store; a file is what its first bytes say; a folder is a pack, a bundle or a store, or
 * is searched. A search enters no link and opens no pipe; everything that it does not judge is reported.
 *
 *     await findEvidence({ given: '.', path: '/data' }, { depth: null })
 *       { found: [{ place, kind: 'lock' }, …], passedOver: [{ path: 'latest', reason: 'a link, not followed' }], unknown: 12 }
 */
import { type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { maskedUrl } from '#core/masked-url';
import type { Refusal } from '#core/refusal';
import { SEALS_SUFFIX } from '#core/seals-name';
import { isUrl } from '#core/shell-words';
import { errorCode, osText } from '#disk/os-error';
import { shownBelow } from '#disk/path/below';
import { realPath } from '#disk/path/real-path';
import { type DirectoryEntry, kindOf, readDirectory } from '#disk/walk/directory';
import { MANIFEST_NAME } from '#pack/document';
import { COLLECTIONS, SNAPSHOT_FILE } from '#replay/bundle';
import { POLICY_NAME } from '#sign/policy/template';
import type { Place } from '../contract.ts';
import type { Recognised } from '../kinds.ts';
import { ambiguous, cannotRead, noEvidence, notRecognised, onlyAPart, partText } from '../refusals.ts';
import type { KindName, PassedOver } from '../verdict.ts';
import { signaturesBeside } from './foreign/beside.ts';
import { hasModelSignature, lookAtFile, lookAtFolder } from './look.ts';
import { hasSeals } from './seals-beside.ts';
import { isStoreUrl } from './store-url.ts';

/** A thing to judge, or the reason why it cannot be. */
export type FoundEvidence =
  | { readonly place: Place; readonly kind: KindName; readonly refusal: null }
  | { readonly place: Place; readonly kind: null; readonly refusal: Refusal };

export interface FoundThings {
  readonly found: readonly FoundEvidence[];
  readonly passedOver: readonly PassedOver[];
  /** How many files are no evidence. */
  readonly unknown: number;
}

export interface SearchRules {
  /** How many levels of folders are searched below the given one; null for all. */
  readonly depth: number | null;
  /** A folder without evidence is an answer too; otherwise it is a refusal. */
  readonly mayBeEmpty?: boolean;
  /** A file that is named and of no kind is judged too, by its signatures alone. */
  readonly anyFile?: boolean;
  /** The policy by which is judged, or null: any other one that is found is reported, because nobody sees that it has no effect. */
  readonly policy?: string | null;
}

/** The reason for a folder that was not entered. */
export const TOO_DEEP = 'a folder below the depth of the search';

/** What cannot be opened by its name may be evidence, as a folder that cannot be listed may contain some. */
const NOT_UTF8 = 'its name is not UTF-8';

const NOT_IN_FORCE = 'a policy that came with what is judged, not in force: --policy FILE names the one that is';

export async function findEvidence(place: Place, rules: SearchRules): Promise<FoundThings> {
  const { given, path } = place;
  const shown = maskedUrl(given);
  if (isStoreUrl(given)) return only({ place: { given: shown, path: given }, kind: 'pack-store', refusal: null });
  if (isUrl(given)) return only(refused({ given: shown, path: given }, notRecognised(shown)));
  let found: Stats;
  try {
    found = statSync(path);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return only(refused(place, cannotRead(given, osText(error))));
  }
  if (found.isDirectory()) return search(place, rules);
  if (!found.isFile()) return only(refused(place, cannotRead(given, `not a regular file: a ${kindOf(found)}`)));
  const seen = await lookAt(place, { isGiven: true });
  if (seen === null)
    return only(
      rules.anyFile === true || hasSeals(place) || signaturesBeside(place).length > 0
        ? signedFile(place)
        : refused(place, notRecognised(given)),
    );
  return only('part' in seen ? refused(place, onlyAPart(given, seen.part)) : seen);
}

function only(found: FoundEvidence): FoundThings {
  return { found: [found], passedOver: [], unknown: 0 };
}

/** Its signatures are all that can be judged. */
function signedFile(place: Place): FoundEvidence {
  return { place, kind: 'file', refusal: null };
}

function refused(place: Place, refusal: Refusal): FoundEvidence {
  return { place, kind: null, refusal };
}

/** Null if it is no evidence. */
async function lookAt(place: Place, how: { readonly isGiven: boolean }): Promise<FoundEvidence | { readonly part: string } | null> {
  try {
    const seen = await lookAtFile(place.path, basename(place.path), how);
    return seen.part === null ? judged(place, seen) : { part: seen.part };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return refused(place, cannotRead(place.given, osText(error)));
  }
}

function judged(place: Place, { kind, looksLike }: Recognised): FoundEvidence | null {
  if (looksLike.length > 1) return refused(place, ambiguous(place.given, looksLike));
  return kind === null ? null : { place: describedBy(place, kind.name), kind: kind.name, refusal: null };
}

/** The manifest of a pack and the snapshot of a bundle stand for their folder. */
function describedBy({ given, path }: Place, kind: KindName): Place {
  const name = basename(path);
  const isDocument = (kind === 'pack' && name === MANIFEST_NAME) || (kind === 'snapshot' && name === SNAPSHOT_FILE);
  return isDocument ? { given: dirname(given), path: dirname(path) } : { given, path };
}

/** Other files are counted and not opened: a delivery may have millions of them. */
const MAY_BE_EVIDENCE = /(?:^|\/)[^.]+$|\.(?:json|jsonl|ndjson|lock|tar|zst)$/i;

interface Visited {
  readonly entry: DirectoryEntry;
  readonly level: number;
  /** Of all in the same folder. */
  readonly names: ReadonlySet<string>;
}

async function search(root: Place, { depth, mayBeEmpty = false, policy }: SearchRules): Promise<FoundThings> {
  const found: FoundEvidence[] = [];
  const passedOver: PassedOver[] = [];
  let unknown = 0;

  const enter = async (place: Place, level: number): Promise<void> => {
    const entries = listed(place);
    if ('refusal' in entries) return void found.push(entries);
    const here = judged(place, lookAtFolder(place.path, basename(place.path), entries.list));
    if (here !== null) found.push(here);
    if (here !== null && here.kind !== 'snapshot') return;
    if (here === null && hasModelSignature(place.path, entries.list)) found.push({ place, kind: 'model', refusal: null });
    const rest = here?.kind === 'snapshot' ? entries.list.filter(({ name }) => !isInBundle(name)) : entries.list;
    const names = new Set(entries.list.map(({ name }) => name));
    for (const entry of rest)
      await visit({ given: shownBelow(place.given, entry.name), path: join(place.path, entry.name) }, { entry, level, names });
  };
  const visit = async (place: Place, { entry, level, names }: Visited): Promise<void> => {
    const { name, kind, rawName } = entry;
    if (rawName !== null && (kind === 'directory' || (kind === 'file' && MAY_BE_EVIDENCE.test(name))))
      found.push(refused(place, cannotRead(place.given, NOT_UTF8)));
    else if (rawName !== null) passedOver.push({ path: place.given, reason: NOT_UTF8 });
    else if (kind === 'link') passedOver.push({ path: place.given, reason: 'a link, not followed' });
    else if (kind === 'directory') {
      if (depth === null || level < depth) await enter(place, level + 1);
      else passedOver.push({ path: place.given, reason: TOO_DEEP });
    } else if (kind !== 'file') passedOver.push({ path: place.given, reason: `a ${kind}, not opened` });
    else if (name.endsWith(SEALS_SUFFIX)) {
      if (!names.has(name.slice(0, -SEALS_SUFFIX.length)))
        passedOver.push({ path: place.given, reason: 'seals of something that is not there' });
    } else {
      if (name === POLICY_NAME && policy !== undefined && !isSame(place.path, policy))
        passedOver.push({ path: place.given, reason: NOT_IN_FORCE });
      const seen = MAY_BE_EVIDENCE.test(name) ? await lookAt(place, { isGiven: false }) : null;
      if (seen === null && names.has(`${name}${SEALS_SUFFIX}`)) found.push(signedFile(place));
      else if (seen === null) unknown++;
      else if ('part' in seen) passedOver.push({ path: place.given, reason: partText(seen.part) });
      else found.push(seen);
    }
  };
  await enter(root, 0);
  if (found.length === 0 && !mayBeEmpty) found.push(refused(root, noEvidence(root.given, unknown)));
  return { found, passedOver, unknown };
}

function isSame(path: string, other: string | null): boolean {
  return other !== null && realPath(path) === realPath(other);
}

function isInBundle(name: string): boolean {
  return name === SNAPSHOT_FILE || (COLLECTIONS as readonly string[]).includes(name);
}

function listed(place: Place): { readonly list: readonly DirectoryEntry[] } | Extract<FoundEvidence, { kind: null }> {
  try {
    return { list: readDirectory(place.path) };
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return { place, kind: null, refusal: cannotRead(place.given, osText(error)) };
  }
}
