/**
 * What is known about the pinned files of an incomplete tree: the digest of each file that was found, and why the others were not.
 */
import type { Refusal } from '#core/refusal';
import type { StackLock } from '../../document.ts';
import { type Claim, claimKey } from '../../verify/claims.ts';
import type { Finding } from '../../verify/findings.ts';
import type { Answer } from '../../verify/verify.ts';
import type { GatheredStack } from '../gather/gather.ts';
import { indexCorridors, indexModules } from '../gather/index.ts';
import { type FoundPin, openGathering, type Problem, type ProblemPlace } from '../gather/notes.ts';
import { LAYOUT } from '../gather/tree.ts';

interface PinAnswers {
  readonly answers: readonly Answer[];
  /** Findings on unreadable manifests that belong to no known id. */
  readonly strays: readonly Finding[];
}

/** The path of each pinned file, by `claimKey`. */
export function pinPlaces({ pins }: Pick<GatheredStack, 'pins'>): ReadonlyMap<string, string> {
  return new Map(withClaims(pins).flatMap(({ claim, pin }) => (pin.sha256 === null ? [] : [[claimKey(claim), pin.place] as const])));
}

export function pinAnswers(gathered: GatheredStack, lock: StackLock): PinAnswers {
  const manifests = { modules: lostModules(gathered, lock), corridors: lostCorridors(gathered, lock) };
  const named = new Set([...manifests.modules.values(), ...manifests.corridors.values()].map(({ place }) => place));
  const pinned = withClaims(gathered.pins).map(({ claim, pin }): Answer => {
    if (pin.sha256 !== null) return { ...claim, file: pin.place, result: { tag: 'found', value: pin.sha256, ...reasonOf(gathered, pin) } };
    const lost = pin.section === 'modules' ? manifests.modules.get(pin.id) : undefined;
    if (lost !== undefined) return foundStray(claim, lost);
    const refusal = problemOf(gathered, pin)?.refusal;
    return { ...claim, file: pin.section === 'modules' ? null : pin.place, result: notRead(refusal) };
  });
  return { answers: [...pinned, ...corridorAnswers(gathered, manifests.corridors)], strays: strayFindings(gathered, named) };
}

/** A corridor without a folder has no pins. */
function corridorAnswers({ corridors, problems }: GatheredStack, lost: ReadonlyMap<string, Manifest>): readonly Answer[] {
  return corridors
    .filter(({ folder }) => folder === null)
    .map(({ corridorId: id }): Answer => {
      const claim = { section: 'corridors', id, field: 'corridor_manifest_sha256' } as const;
      const manifest = lost.get(id);
      if (manifest !== undefined) return foundStray(claim, manifest);
      return {
        ...claim,
        file: null,
        result: notRead(problems.find((problem) => problem.section === 'corridors' && problem.id === id)?.refusal),
      };
    });
}

function foundStray(claim: Omit<Claim, 'value'>, { place, sha256, id }: Manifest): Answer {
  const reason = id === null ? 'it cannot be read' : `it declares ${id}`;
  return { ...claim, file: place, result: { tag: 'found', value: sha256, reason } };
}

function notRead(refusal: Refusal | undefined): Answer['result'] {
  const reason = refusal?.message ?? 'it could not be read';
  return refusal?.code === 'E_MISSING_INPUT' ? { tag: 'missing', reason } : { tag: 'unreadable', reason };
}

function reasonOf(gathered: GatheredStack, pin: FoundPin): { readonly reason?: string } {
  const refusal = problemOf(gathered, pin)?.refusal;
  return refusal === undefined ? {} : { reason: refusal.message };
}

function problemOf({ problems }: GatheredStack, { section, id, field, index }: ProblemPlace): Problem | undefined {
  return problems.find((other) => other.section === section && other.id === id && other.field === field && other.index === index);
}

/** The claim that each pin answers; the second overlay of a module is `#2`, as in the lock. */
function withClaims(pins: readonly FoundPin[]): readonly { readonly claim: Omit<Claim, 'value'>; readonly pin: FoundPin }[] {
  const seen = new Map<string, number>();
  return pins.flatMap((pin) => {
    const { section, id, index } = pin;
    if (section === 'zone' || section === 'profile') return [];
    const name = pin.field === 'manifest_sha256' ? 'module_manifest_sha256' : pin.field;
    const field = index === null ? name : `${name}[${index}]`;
    const key = claimKey({ section, id, field });
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return [{ claim: { section, id: count === 1 ? id : `${id}#${count}`, field }, pin }];
  });
}

function lostModules(gathered: GatheredStack, lock: StackLock): ReadonlyMap<string, Manifest> {
  const lost = gathered.pins.filter(({ section, sha256 }) => section === 'modules' && sha256 === null).map(({ id }) => id);
  const pinned = new Set(lock.modules.map(({ module_id }) => module_id));
  if (lost.length === 0) return new Map();
  const declared = [...indexModules(openGathering(gathered.tree))].map(([id, { place, sha256 }]) => ({ id, place, sha256 }));
  return lostManifests(lost, [...declared.filter(({ id }) => !pinned.has(id)), ...unreadable(gathered, 'modules')]);
}

function lostCorridors(gathered: GatheredStack, lock: StackLock): ReadonlyMap<string, Manifest> {
  const lost = gathered.corridors.filter(({ folder }) => folder === null).map(({ corridorId }) => corridorId);
  const pinned = new Set(lock.corridors.map(({ corridor_id }) => corridor_id));
  if (lost.length === 0) return new Map();
  const again = openGathering(gathered.tree);
  const declared = [...indexCorridors(again, indexModules(again))].map(([id, { manifest }]) => ({
    id,
    place: manifest.place,
    sha256: manifest.sha256,
  }));
  return lostManifests(lost, [...declared.filter(({ id }) => !pinned.has(id)), ...unreadable(gathered, 'corridors')]);
}

const MANIFESTS = { modules: '/module.yaml', corridors: '/corridor.yaml' } as const;

/** For problems of an index, the id is the path of the file. */
function strayProblems({ problems }: GatheredStack): readonly (Problem & { readonly section: keyof typeof MANIFESTS })[] {
  return problems.flatMap((problem) => {
    const { section, field, id } = problem;
    if (section !== 'modules' && section !== 'corridors') return [];
    return field === null && id.endsWith(MANIFESTS[section]) ? [{ ...problem, section }] : [];
  });
}

/** Duplicates are left out: neither of two files with one id is known to be the wrong one. */
function unreadable(gathered: GatheredStack, wanted: keyof typeof MANIFESTS): readonly Manifest[] {
  const bad = strayProblems(gathered).filter(({ section, refusal }) => section === wanted && refusal.code.startsWith('E_BAD_'));
  return bad.map(({ id: place }) => {
    const { sha256 } = gathered.tree.file({ what: 'manifest', path: place, folder: '', by: LAYOUT });
    return { place, id: null, sha256 };
  });
}

function strayFindings(gathered: GatheredStack, named: ReadonlySet<string>): readonly Finding[] {
  return strayProblems(gathered)
    .filter(({ id }) => !named.has(id))
    .map(({ section, id: file, refusal }) => ({
      kind: 'STRAY',
      section,
      id: null,
      field: 'file',
      file,
      expected: null,
      actual: null,
      reason: refusal.message,
    }));
}

interface Manifest {
  /** The path relative to the root. */
  readonly place: string;
  /** Null if the file cannot be read. */
  readonly id: string | null;
  readonly sha256: string;
}

/**
 * Finds the files of lost ids, which a lock pins and no manifest declares any more. A manifest whose id was changed, or that cannot be read, may
 * be the missing one. A file is named only if no other file is possible.
 *
 *     lostManifests(['org.example.reg.aml'], [{ place: 'modules/reg/aml/module.yaml', id: 'org.example.reg.aMl', sha256 }])
 */
export function lostManifests(lost: readonly string[], strays: readonly Manifest[]): ReadonlyMap<string, Manifest> {
  const found = new Map<string, Manifest>();
  for (const id of lost) {
    const alike = strays.filter((stray) => stray.id !== null && isAlike(id, stray.id));
    if (alike.length === 1) found.set(id, alike[0] as Manifest);
  }
  const [only, ...others] = lost.filter((id) => !found.has(id));
  const unread = strays.filter(({ id }) => id === null);
  if (only !== undefined && others.length === 0 && unread.length === 1) found.set(only, unread[0] as Manifest);
  return found;
}

/** True if the ids are equal except for one or two characters in one place. */
function isAlike(a: string, b: string): boolean {
  const longest = Math.max(a.length, b.length);
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  return start + end >= longest - 2;
}
