/**
 * Reads the lawpacks of a zone, one for each of its jurisdictions and domains: `ex-north` and `civil` by the lock in
 * `modules/legal/jurisdictions/ex/north/civil`. If a pair comes from defaults and does not exist, it is left out with a warning (S3).
 */
import { isRelPath, parseRelPath } from '#core/path/rel-path';
import type { LawpackFacts, ReadDocument } from '../../inputs/facts.ts';
import { DEFAULT_DOMAINS, type Zone } from '../../inputs/zone.ts';
import { type LawpackLock, readLawpackLock } from '../../lawpack/lawpack-lock.ts';
import { badLawpack, duplicate } from '../../refusals.ts';
import { attempt, type Gathering, pinnedDocument, pinOf } from './notes.ts';
import { jsonOf, placeOf, type RequestedFile, requireShaped } from './tree.ts';

const JURISDICTIONS = 'modules/legal/jurisdictions';

export function gatherLawpacks(gathering: Gathering, zone: Zone, zoneFile: ReadDocument): readonly LawpackFacts[] {
  const { tree } = gathering;
  const isDefaulted = zone.jurisdictionStack === null || zone.lawpackDomains === null;
  const pairs = pairsOf(zone);
  const seen = new Set<string>();
  return pairs.flatMap(({ jurisdictionId, domain }) => {
    const id = `${jurisdictionId}:${domain}`;
    const by = `${tree.show(zoneFile.place)} jurisdiction_stack, lawpack_domains`;
    const path = `${jurisdictionId.replaceAll('-', '/')}/${domain}/lawpack.lock.json`;
    const asked = { what: `lawpack ${id}`, path, folder: JURISDICTIONS, by };
    if (seen.has(path)) {
      attempt(gathering, { section: 'lawpacks', id, field: null, index: null }, () => {
        throw duplicate('lawpack', id, [tree.show(zoneFile.place)]);
      });
      return [];
    }
    seen.add(path);
    if (isDefaulted && isAbsent(gathering, asked)) {
      gathering.warnings.push(`no lawpack for ${id}: ${tree.show(`${JURISDICTIONS}/${path}`)}`);
      return [];
    }
    const facts = gatherLawpack(gathering, asked, { jurisdictionId, domain });
    return facts === null ? [] : [facts];
  });
}

interface Pair {
  readonly jurisdictionId: string;
  readonly domain: string;
}

function pairsOf(zone: Zone): readonly Pair[] {
  const domains = zone.lawpackDomains ?? DEFAULT_DOMAINS;
  return (zone.jurisdictionStack ?? [zone.jurisdictionId]).flatMap((jurisdictionId) =>
    domains.map((domain) => ({ jurisdictionId, domain })),
  );
}

function isAbsent({ tree }: Gathering, { path, folder }: RequestedFile): boolean {
  const place = `${folder}/${path}`;
  return isRelPath(place) && !tree.has(place);
}

function gatherLawpack(gathering: Gathering, asked: RequestedFile, pair: Pair): LawpackFacts | null {
  const { tree } = gathering;
  const pin = pinOf('lawpacks', `${pair.jurisdictionId}:${pair.domain}`, 'lawpack_lock_sha256');
  const document = pinnedDocument(gathering, pin, asked, jsonOf(badLawpack));
  if (document === null) return null;
  return attempt(gathering, pin, () => {
    const lock = requireShaped(tree, document, readLawpackLock(document.value), badLawpack);
    requirePair(lock, pair, tree.show(document.place));
    if (lock.artifactPath !== null) placeOf(lock.artifactPath, '', `${tree.show(document.place)} artifact_path`);
    const store = parseRelPath(`dist/artifacts/lawpack/${lock.digest}.lawpack.zip`);
    const places = [store, ...(lock.artifactPath === null ? [] : [lock.artifactPath])];
    const artifactPath = tree.has(store) ? store : lock.artifactPath;
    return {
      ...pair,
      lock: document,
      digest: lock.digest,
      artifactPath,
      artifactPaths: places,
      isPathStated: lock.artifactPath !== null,
      asOfDate: lock.asOfDate,
    };
  });
}

function requirePair(lock: LawpackLock, { jurisdictionId, domain }: Pair, file: string): void {
  const faults = [
    { at: 'jurisdiction_id', wanted: jurisdictionId, found: lock.jurisdictionId },
    { at: 'domain', wanted: domain, found: lock.domain },
  ].filter(({ wanted, found }) => wanted !== found);
  if (faults.length === 0) return;
  throw badLawpack(
    file,
    faults.map(({ at, wanted, found }) => ({ at, message: `expected ${wanted}, found ${found}` })),
  );
}
