/**
 * `custody why`: reads all evidence in folders and stores for the subject, and if it is known a second time for the documents that are known by
 * then; and the ledgers for the runs that read or wrote any of them. Members are compared while they are read and never kept.
 *
 *     await whyEvidence({ asked: 'a.csv', place, question: { kind: 'path' } }, { places: [here], ledger, depth: null, … })     a Why
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { maskedUrl } from '#core/masked-url';
import { Refusal } from '#core/refusal';
import { isSameFile } from '#disk/path/same-file';
import type { EvidenceMember, Place } from '../../contract.ts';
import type { PassedOver } from '../../verdict.ts';
import { isOnSubject, knownAs, ROOT, WhyGraph } from '../../why/graph.ts';
import type { Question } from '../../why/question.ts';
import type { Searched, Why, WhySubject } from '../../why/why.ts';
import type { Asked } from '../asked.ts';
import { type FoundEvidence, findEvidence } from '../find.ts';
import { type KnownRuns, type Ledger, searchLedger } from './runs.ts';
import { type Looking, openSource, type Source } from './source.ts';
import { subjectOf } from './subject.ts';
import { type WantedPaths, wantedPaths } from './wanted-paths.ts';

export interface WhyQuestion {
  readonly asked: string;
  readonly question: Question;
  /** The text as a path. */
  readonly place: Place;
}

export interface WhereToLook {
  /** Folders, files, and URLs of stores. */
  readonly places: readonly Place[];
  /** How many levels of folders are searched; null for all. */
  readonly depth: number | null;
  /** The ledger of this machine. */
  readonly ledger: Ledger;
  readonly asked: Asked;
}

interface Search extends Looking {
  readonly graph: WhyGraph;
  readonly paths: WantedPaths;
  readonly sources: OpenedSource[];
  /** The paths of what was opened: two places may lead to it. */
  readonly opened: Set<string>;
  readonly ledgers: Ledger[];
  readonly searched: Searched[];
}

/** `nodes` are those of its documents; null for one that another source reads. */
interface OpenedSource {
  readonly place: Place;
  readonly source: Source;
  readonly nodes: readonly (number | null)[];
}

/** Throws `Refusal` if the subject, a given place or a store cannot be read. */
export async function whyEvidence({ asked, question, place }: WhyQuestion, where: WhereToLook): Promise<Why> {
  const unread: PassedOver[] = [];
  const passedOver: PassedOver[] = [];
  const scratch = newScratch();
  const looking: Looking = {
    asked: where.asked,
    unread: (path, reason) => void unread.push({ path, reason }),
    passOver: (path, reason) => void passedOver.push({ path, reason }),
    scratch: scratch.path,
  };
  try {
    const subject = await subjectOf(place, question, looking);
    const graph = new WhyGraph(subject.digests);
    const paths = wantedPaths(question.kind === 'path' ? place : null);
    const search: Search = { ...looking, graph, paths, sources: [], opened: new Set(), ledgers: [where.ledger], searched: [] };
    for (const each of where.places) await openPlaces(each, where.depth, search);
    const ledgers = openLedgers(search);
    ledgers.search();
    if (graph.reachedCount > 1) {
      await readForDocuments(search);
      ledgers.search();
    }
    return answer({ asked, subject, unread: once(unread), passedOver: once(passedOver) }, search);
  } finally {
    scratch.remove();
  }
}

function newScratch(): { path(): string; remove(): void } {
  let folder: string | null = null;
  return {
    path: () => (folder ??= mkdtempSync(join(tmpdir(), 'custody-blobs-'))),
    remove: () => void (folder !== null && rmSync(folder, { recursive: true, force: true })),
  };
}

function once(list: readonly PassedOver[]): readonly PassedOver[] {
  return [...new Map(list.map((each) => [`${each.path}\0${each.reason}`, each])).values()];
}

/** What is named by the user must be readable; what is found on the way is reported if it is not. */
async function openPlaces(place: Place, depth: number | null, search: Search): Promise<void> {
  const { found, passedOver, unknown } = await findEvidence(place, { depth, mayBeEmpty: true });
  for (const { path, reason } of passedOver) search.passOver(path, reason);
  let documents = 0;
  for (const each of found) {
    const isGiven = each.place.path === place.path;
    if (each.kind === 'ledger') documents += addLedger(each.place, search);
    else documents += await openEach(each, isGiven, search);
  }
  search.searched.push({ kind: 'place', path: maskedUrl(place.given), found: documents, other: unknown, exists: true });
}

function addLedger(place: Place, { ledgers }: Search): number {
  if (!ledgers.some(({ path }) => isSameFile(path, place.path))) ledgers.push(place);
  return 1;
}

async function openEach({ place, kind, refusal }: FoundEvidence, isGiven: boolean, search: Search): Promise<number> {
  try {
    if (kind === null) throw refusal;
    if (search.opened.has(place.path)) return 0;
    search.opened.add(place.path);
    const source = await openSource({ place, kind }, search);
    const nodes = source.documents.map((document) => {
      const { node, isNew } = search.graph.addDocument(document);
      return isNew ? node : null;
    });
    const opened = { place, source, nodes };
    search.sources.push(opened);
    await scan(opened, compareWithSubject(search, place));
    return source.documents.length;
  } catch (error) {
    if (!(error instanceof Refusal) || (isGiven && (error.code === 'E_IO' || kind === 'pack-store'))) throw error;
    search.unread(place.given, error.message);
    return 0;
  }
}

/** The members that are the subject, or have its path. */
function compareWithSubject({ graph, paths }: Search, place: Place): Compare {
  const wanted = paths.in(place);
  return (by, holds, { path, digest, size }) => {
    if (digest !== null && graph.isSubject(digest)) graph.link({ by, of: ROOT, relation: holds, path, digest, size });
    else if (wanted.has(path)) graph.link({ by, of: ROOT, relation: 'same-path', path, digest, size });
  };
}

/** Only if the subject is known at all. A document that is not reached yet may be so later, by the run that wrote it. */
async function readForDocuments({ graph, sources, unread }: Search): Promise<void> {
  if (graph.documentCount < 2) return;
  for (const each of sources) {
    try {
      await scan(each, (by, holds, { path, digest, size }) => {
        const of = digest === null || graph.isSubject(digest) ? undefined : graph.documentOf(digest);
        if (of !== undefined && of !== by) graph.link({ by, of, relation: holds, path, digest, size });
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      unread(each.place.given, error.message);
    }
  }
}

type Compare = (by: number, holds: 'holds' | 'names', member: EvidenceMember) => void;

function scan({ source, nodes }: OpenedSource, compare: Compare): Promise<void> {
  const holds = source.documents.map(({ kind }) => (kind.startsWith('pack') ? 'holds' : 'names'));
  return source.scan((index, member, relation = holds[index]) => {
    const node = nodes[index] ?? null;
    if (node !== null) compare(node, relation as 'holds' | 'names', member);
  });
}

/** A run may lead to further evidence, and that to further runs: a search reads the ledgers until nothing new is reached. */
function openLedgers({ graph, paths, ledgers, searched, unread }: Search): { search(): void } {
  const known: readonly KnownRuns[] = ledgers.map(() => new Map());
  let isFirst = true;
  const searchAll = (): void => {
    for (const [index, ledger] of ledgers.entries()) {
      try {
        const search = { graph, paths: paths.inRuns, known: known[index] as KnownRuns, unread: isFirst ? unread : null };
        const { lines, exists } = searchLedger(ledger, search);
        if (isFirst) searched.push({ kind: 'ledger', path: ledger.given, found: lines, other: 0, exists });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const { error: reason } = error.detail;
        unread(ledger.given, typeof reason === 'string' ? `${error.message}: ${reason}` : error.message);
      }
    }
    isFirst = false;
  };
  return {
    search() {
      for (let reached = -1; graph.reachedCount !== reached; ) {
        reached = graph.reachedCount;
        searchAll();
      }
    },
  };
}

interface Answered {
  readonly asked: string;
  readonly subject: WhySubject;
  readonly unread: readonly PassedOver[];
  readonly passedOver: readonly PassedOver[];
}

function answer({ asked, subject, unread, passedOver }: Answered, { graph, searched }: Search): Why {
  const { evidence, runs, findings } = graph.result();
  return {
    version: 'why.v0',
    asked,
    outcome: findings.some((finding) => isOnSubject(finding, subject)) ? 'FOUND' : 'NOT_FOUND',
    complete: unread.length === 0,
    subject,
    known_as: knownAs(findings, subject),
    evidence,
    runs,
    findings,
    searched,
    passed_over: passedOver,
    unread,
    judged: false,
  };
}
