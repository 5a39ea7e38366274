/**
 * The graph behind `why.v0`: the subject, documents and runs, and links between them. A document is one node, however many places it has. Only
 * what leads to the subject is reached.
 *
 *     pack --holds--> lock --names--> subject      and      run --wrote--> lock
 */
import { compareUtf8 } from '#core/bytes/order';
import { parseInstant } from '#core/time';
import type { KindName } from '../verdict.ts';
import {
  type KnownAs,
  type Relation,
  SUBJECT,
  type SubjectDigest,
  type WhyEvidence,
  type WhyFinding,
  type WhyPlace,
  type WhyRun,
  type WhySubject,
} from './why.ts';

/** A document as it was found. */
export interface FoundDocument {
  readonly kind: KindName;
  /** As shown to the user. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly id: string | null;
  /** The SHA-256 of its bytes; documents with the same one are one node. */
  readonly digest: string | null;
  readonly created: string | null;
  readonly note: string | null;
  /** Its digests, and its id if that is a digest. */
  readonly names: readonly string[];
}

export type Run = Omit<WhyRun, 'ref'>;

type Node =
  | { readonly kind: 'evidence'; readonly document: FoundDocument; readonly places: WhyPlace[] }
  | { readonly kind: 'run'; readonly run: Run };

export interface Link {
  readonly by: number;
  readonly of: number;
  readonly relation: Relation;
  readonly path: string | null;
  readonly digest: string | null;
  readonly size: number | bigint | null;
}

/** The number of the subject; documents and runs have the numbers after it. */
export const ROOT = 0;

export class WhyGraph {
  readonly #subject: ReadonlySet<string>;
  readonly #nodes: (Node | null)[] = [null];
  readonly #byName = new Map<string, number>();
  readonly #byKey = new Map<string, number>();
  /** By the node that they refer to. */
  readonly #links = new Map<number, Link[]>();
  readonly #reached = new Set<number>([ROOT]);

  constructor(subject: readonly SubjectDigest[]) {
    this.#subject = new Set(subject.map(({ digest }) => digest));
  }

  /** Returns the number of the document; `isNew` is false if it was found at another place before. */
  addDocument(document: FoundDocument): { readonly node: number; readonly isNew: boolean } {
    const key = document.digest ?? `path:${document.path}`;
    const known = this.#byKey.get(key);
    const place = { kind: document.kind, path: document.path, tags: document.tags };
    if (known !== undefined) {
      (this.#nodes[known] as Extract<Node, { kind: 'evidence' }>).places.push(place);
      this.#name(document, known);
      return { node: known, isNew: false };
    }
    const node = this.#nodes.push({ kind: 'evidence', document, places: [place] }) - 1;
    this.#byKey.set(key, node);
    this.#name(document, node);
    return { node, isNew: true };
  }

  #name({ names }: FoundDocument, node: number): void {
    for (const name of names) if (!this.#byName.has(name)) this.#byName.set(name, node);
    const same = names.find((name) => this.#subject.has(name));
    const isKnown = this.#links.get(ROOT)?.some(({ by, relation }) => by === node && relation === 'is') === true;
    if (same !== undefined && !isKnown) this.link({ by: node, of: ROOT, relation: 'is', path: null, digest: same, size: null });
  }

  addRun(run: Run): number {
    return this.#nodes.push({ kind: 'run', run }) - 1;
  }

  link(link: Link): void {
    const { by, of } = link;
    const links = this.#links.get(of);
    if (links === undefined) this.#links.set(of, [link]);
    else links.push(link);
    if (this.#reached.has(of)) this.#reach(by);
  }

  #reach(node: number): void {
    for (const open = [node]; open.length > 0; ) {
      const next = open.pop() as number;
      if (this.#reached.has(next)) continue;
      this.#reached.add(next);
      for (const { by } of this.#links.get(next) ?? []) open.push(by);
    }
  }

  isSubject(digest: string): boolean {
    return this.#subject.has(digest);
  }

  documentOf(digest: string): number | undefined {
    return this.#byName.get(digest);
  }

  isReached(node: number): boolean {
    return this.#reached.has(node);
  }

  get documentCount(): number {
    return this.#byKey.size;
  }

  get reachedCount(): number {
    return this.#reached.size;
  }

  /** The reached nodes with their references, and the links between them by time. */
  result(): { readonly evidence: readonly WhyEvidence[]; readonly runs: readonly WhyRun[]; readonly findings: readonly WhyFinding[] } {
    const links = [...this.#reached].flatMap((node) => this.#links.get(node) ?? []);
    const timed = links.map((link) => ({ link, time: this.#timeOf(link.by) }));
    timed.sort((a, b) => a.time.instant - b.time.instant || this.#byPlace(a.link, b.link) || byPath(a.link, b.link));
    const refs = new Map<number, string>([[ROOT, SUBJECT]]);
    const evidence: WhyEvidence[] = [];
    const runs: WhyRun[] = [];
    for (const { link } of timed) {
      if (refs.has(link.by)) continue;
      const node = this.#nodes[link.by] as Node;
      const ref = node.kind === 'run' ? `r${runs.length + 1}` : `e${evidence.length + 1}`;
      refs.set(link.by, ref);
      if (node.kind === 'run') runs.push({ ref, ...node.run });
      else evidence.push(evidenceOf(ref, node));
    }
    const findings = timed.map(({ link: { by, of, relation, path, digest, size }, time }) => {
      return { by: refs.get(by) as string, relation, of: refs.get(of) as string, path, digest, size, time: time.text };
    });
    return { evidence, runs, findings };
  }

  /** At the same time: documents before runs, those that refer to the subject first; runs as their ledger has them. */
  #byPlace(a: Link, b: Link): number {
    const [one, other] = [this.#nodes[a.by] as Node, this.#nodes[b.by] as Node];
    if (one.kind !== other.kind) return one.kind === 'run' ? 1 : -1;
    const isSubject = Number(b.of === ROOT) - Number(a.of === ROOT);
    if (one.kind !== 'run' || other.kind !== 'run') return isSubject || a.by - b.by || a.of - b.of;
    return compareUtf8(one.run.ledger, other.run.ledger) || one.run.line - other.run.line || isSubject || a.of - b.of;
  }

  #timeOf(number: number): { readonly text: string | null; readonly instant: number } {
    const node = this.#nodes[number] as Node;
    const text = node.kind === 'run' ? node.run.time : node.document.created;
    return { text, instant: (text === null ? null : parseInstant(text)) ?? Number.MAX_VALUE };
  }
}

function byPath(a: Link, b: Link): number {
  return compareUtf8(a.path ?? '', b.path ?? '') || compareUtf8(a.relation, b.relation);
}

function evidenceOf(ref: string, { document, places }: Extract<Node, { kind: 'evidence' }>): WhyEvidence {
  const { kind, id, digest, created, note } = document;
  return { ref, kind, id, digest, created, note, places: places.toSorted(byPlace) };
}

/** Folders first, then archives, then stores; what lies least deep comes first. */
function byPlace(a: WhyPlace, b: WhyPlace): number {
  return rank(a) - rank(b) || depth(a) - depth(b) || compareUtf8(a.path, b.path);
}

function rank({ kind, path }: WhyPlace): number {
  if (/@sha256:[0-9a-f]{64}/.test(path)) return 2;
  return kind === 'pack-archive' ? 1 : 0;
}

function depth({ path }: WhyPlace): number {
  return path.split('/').length;
}

/** Whether the finding is on the subject. The path of a file with other bytes is not: it shows that the file has changed. */
export function isOnSubject({ of, relation }: WhyFinding, { kind }: Pick<WhySubject, 'kind'>): boolean {
  return of === SUBJECT && (relation !== 'same-path' || kind !== 'file');
}

/** The paths for the subject itself, each with its digest. */
export function knownAs(findings: readonly WhyFinding[], subject: Pick<WhySubject, 'kind'>): readonly KnownAs[] {
  const known = new Map<string, { path: string; digest: string | null; count: number }>();
  for (const finding of findings) {
    const { path, digest } = finding;
    if (path === null || !isOnSubject(finding, subject)) continue;
    const key = `${digest ?? ''} ${path}`;
    const each = known.get(key) ?? { path, digest, count: 0 };
    each.count++;
    known.set(key, each);
  }
  return [...known.values()].sort(
    (a, b) => b.count - a.count || compareUtf8(a.path, b.path) || compareUtf8(a.digest ?? '', b.digest ?? ''),
  );
}
