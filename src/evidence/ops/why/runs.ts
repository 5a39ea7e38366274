/**
 * The runs of a ledger that read, wrote or mention what is known so far, and the evidence that they wrote. The lines are read one by one; a
 * run is kept only if it leads to the subject.
 */
import { isJsonObject, type JsonValue } from '#core/json/value';
import { readNow } from '#core/reused';
import { newHasher, reusedHashers } from '#hashing/hashers';
import { hashId } from '#witness/document';
import { idOf, lineReader, type RecordLine } from '#witness/line';
import { withLinesForward } from '#witness/ops/snapshot';
import { formatSubject, idsOf, pathsOf, writtenPath } from '#witness/subject';
import type { Link, WhyGraph } from '../../why/graph.ts';
import { ROOT } from '../../why/graph.ts';
import { digestsMeant, plainPath } from '../../why/question.ts';
import type { Looking } from './source.ts';

export interface Ledger {
  /** As shown to the user, and absolute. */
  readonly given: string;
  readonly path: string;
}

/** The runs that are known already, by their lines. */
export type KnownRuns = Map<number, { readonly node: number; readonly links: Set<string> }>;

export interface LedgerSearch {
  readonly graph: WhyGraph;
  /** The paths that ask for the subject, or none. */
  readonly paths: ReadonlySet<string>;
  readonly known: KnownRuns;
  /** Of the first search only: what could not be read was said then. */
  readonly unread: Looking['unread'] | null;
}

export interface SearchedLedger {
  readonly lines: number;
  readonly exists: boolean;
}

const SAID = 5;

/** Throws `E_IO`. */
export function searchLedger({ given, path }: Ledger, search: LedgerSearch): SearchedLedger {
  const [read, hashers] = [lineReader(), reusedHashers()];
  const empty = `blake3:${newHasher('blake3').digest()}`;
  const bad: number[] = [];
  return withLinesForward(path, (lines, exists) => {
    let line = 0;
    for (const raw of lines) {
      line++;
      const record = raw.isTooLong ? null : read(readNow(raw.bytes));
      if (record?.kind !== 'record') bad.push(line);
      else addRun({ record, line, ledger: given, isSound: () => hashId(record.unsealed(), hashers) === idOf(record) }, search, empty);
    }
    if (bad.length > 0) search.unread?.(given, badText(bad));
    return { lines: line, exists };
  });
}

function badText(bad: readonly number[]): string {
  const more = bad.length > SAID ? ` and ${bad.length - SAID} more` : '';
  return `${bad.length === 1 ? 'line' : 'lines'} ${bad.slice(0, SAID).join(', ')}${more} cannot be read; custody witness verify judges the ledger`;
}

interface RunLine {
  readonly record: RecordLine;
  readonly line: number;
  readonly ledger: string;
  readonly isSound: () => boolean;
}

type RunLink = Omit<Link, 'by'>;

function addRun(run: RunLine, { graph, paths, known }: LedgerSearch, empty: string): void {
  const found = [...linksOf(run.record, graph, paths, empty)];
  if (found.length === 0) return;
  const { node, links } = known.get(run.line) ?? newRun(run, graph, known);
  for (const link of found) {
    const key = `${link.of} ${link.relation} ${link.path ?? ''}`;
    // The document was reached by this run, as its output.
    if (links.has(key) || (link.relation === 'wrote' && links.has(`output ${link.of}`))) continue;
    links.add(key);
    graph.link({ ...link, by: node });
  }
  addOutput(run.record, node, links, graph);
}

function newRun({ record: { get }, line, ledger, isSound }: RunLine, graph: WhyGraph, known: KnownRuns) {
  const text = (field: string): string | null => {
    const value = get(field);
    return typeof value === 'string' ? value : null;
  };
  const exit = get('exit_code');
  const run = {
    id: text('id'),
    time: text('ts'),
    tool: text('tool'),
    tool_version: text('version'),
    outcome: text('outcome'),
    exit_code: typeof exit === 'number' ? exit : null,
    about: formatSubject(get),
    ledger,
    line,
    id_matches: isSound(),
  };
  const added = { node: graph.addRun(run), links: new Set<string>() };
  known.set(line, added);
  return added;
}

/** Evidence that the run wrote leads on from the run, also if it does not name the subject. */
function addOutput({ get }: RecordLine, node: number, links: Set<string>, graph: WhyGraph): void {
  const output = get('output_hash');
  const document = typeof output === 'string' && !graph.isSubject(output) ? graph.documentOf(output) : undefined;
  if (document === undefined || graph.isReached(document)) return;
  links.add(`output ${document}`);
  graph.link({ by: document, of: node, relation: 'output', path: writtenPath(get), digest: output as string, size: null });
}

/** The empty output of a run is no file. What a run read or wrote, it mentions too. */
function* linksOf({ get }: RecordLine, graph: WhyGraph, paths: ReadonlySet<string>, empty: string): Generator<RunLink> {
  const used = new Set<number>();
  for (const link of filesOf(get, graph, empty)) {
    used.add(link.of);
    yield link;
  }
  const own = get('id');
  if (typeof own === 'string' && graph.isSubject(own)) yield { of: ROOT, relation: 'is', path: null, digest: own, size: null };
  for (const id of new Set(idsOf(get)))
    for (const of of id === own ? [] : targets(id, graph))
      if (!used.has(of)) yield { of, relation: 'mentions', path: null, digest: id, size: null };
  yield* samePaths(get, graph, paths);
}

function* filesOf(get: RecordLine['get'], graph: WhyGraph, empty: string): Generator<RunLink> {
  const inputs = get('inputs');
  for (const input of Array.isArray(inputs) ? (inputs as readonly JsonValue[]) : []) {
    if (!isJsonObject(input) || typeof input['hash'] !== 'string') continue;
    const { hash, path, bytes } = input;
    const size = typeof bytes === 'number' || typeof bytes === 'bigint' ? bytes : null;
    for (const of of targets(hash, graph)) yield { of, relation: 'read', path: typeof path === 'string' ? path : null, digest: hash, size };
  }
  const output = get('output_hash');
  if (typeof output === 'string' && output !== empty)
    for (const of of targets(output, graph)) yield { of, relation: 'wrote', path: writtenPath(get), digest: output, size: null };
}

/** A path with other bytes, or without a digest. */
function* samePaths(get: RecordLine['get'], graph: WhyGraph, paths: ReadonlySet<string>): Generator<RunLink> {
  if (paths.size === 0) return;
  const inputs = get('inputs');
  const hashes = new Map<string, string | null>();
  for (const input of Array.isArray(inputs) ? (inputs as readonly JsonValue[]) : [])
    if (isJsonObject(input) && typeof input['path'] === 'string')
      hashes.set(input['path'], typeof input['hash'] === 'string' ? input['hash'] : null);
  const output = get('output_hash');
  const written = writtenPath(get);
  if (written !== null && typeof output === 'string') hashes.set(written, output);
  for (const path of new Set(pathsOf(get))) {
    const digest = hashes.get(path) ?? null;
    if (paths.has(plainPath(path)) && (digest === null || !graph.isSubject(digest)))
      yield { of: ROOT, relation: 'same-path', path, digest, size: null };
  }
}

function* targets(text: string, graph: WhyGraph): Generator<number> {
  for (const digest of digestsMeant(text)) {
    if (graph.isSubject(digest)) yield ROOT;
    else {
      const document = graph.documentOf(digest);
      if (document !== undefined && graph.isReached(document)) yield document;
    }
  }
}
