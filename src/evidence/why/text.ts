/**
 * `why.v0` as a tree for a person, in the width of the terminal and with at most 20 findings unless all are wanted. What refers to the subject
 * stands at the top, what refers to that stands below it, each in order of time:
 *
 *     data/a.csv — 15 B
 *       sha256:246f53bb…
 *     known as a.csv (2)
 *     ├─ 2026-01-15T10:30:00Z  d.lock.json (dataset lock) names it as a.csv, 15 B
 *     │  │ id sha256:918d1dfa…
 *     │  └─ 2026-01-16T09:00:00Z  evidence (evidence pack) holds it as d.lock.json
 *     └─ …
 *     nothing was judged: …
 */
import { formatBytes } from '#core/bytes/size';
import { counted, grouped } from '#core/count-text';
import { cut, type ShowStyle } from '../show-text.ts';
import { titleOfKind } from '../titles.ts';
import type { KindName, PassedOver } from '../verdict.ts';
import { type KnownAs, type Searched, SUBJECT, type Why, type WhyEvidence, type WhyFinding, type WhyRun } from './why.ts';

const MAX_FINDINGS = 20;
const MAX_OTHERS = 5;
/** Evidence of evidence of evidence … may go on for ever. */
const MAX_DEPTH = 30;

export function* whyLines(why: Why, style: ShowStyle): Generator<string> {
  const fit = (line: string): string => cut(line, style.columns);
  for (const [index, line] of [...headLines(why, style)].entries()) yield index === 0 ? style.bold(fit(line)) : fit(line);
  const tree = treeOf(why, style.isWhole ? Number.POSITIVE_INFINITY : MAX_FINDINGS);
  for (const line of branchLines(tree, SUBJECT, '', style)) yield fit(line);
  const left = why.findings.length - tree.shown.size;
  if (left > 0) yield style.dim(`… ${counted(left, 'more finding')}; ${style.isWhole ? '--json lists' : '--all shows'} them`);
  for (const line of endLines(why, style)) yield fit(line);
  yield style.dim('nothing was judged: that something is named does not prove it;');
  yield style.dim('custody verify judges evidence, custody witness verify the ledger');
}

function* headLines({ asked, subject, known_as, outcome, findings }: Why, { show, isWhole }: ShowStyle): Generator<string> {
  yield `${show(asked)}${subjectText(subject, outcome)}`;
  if (outcome === 'NOT_FOUND' && findings.length > 0) yield '  no evidence and no run has these bytes; others are known under this path';
  for (const { digest, of } of subject.digests) if (of !== 'asked') yield `  ${digest}${OF[of]}`;
  if (subject.namesake !== null) yield `  taken for a digest; ${show(subject.namesake)} asks for the file of this name`;
  if (known_as.length === 0) return;
  const isMissing = subject.kind === 'missing';
  const known = isMissing ? known_as : byPath(known_as);
  const shown = isWhole ? known : known.slice(0, MAX_OTHERS);
  yield isMissing ? '  not here; known as' : '  known as';
  for (const each of shown) yield `    ${knownText(each, isMissing, show)}`;
  if (shown.length < known.length) yield `    and ${grouped(known.length - shown.length)} more`;
  if (isMissing) yield '  custody why DIGEST asks for the bytes';
}

/** A path may be known with digests of both algorithms. */
function byPath(known: readonly KnownAs[]): readonly KnownAs[] {
  const counts = new Map<string, number>();
  for (const { path, count } of known) counts.set(path, (counts.get(path) ?? 0) + count);
  return [...counts].map(([path, count]) => ({ path, digest: null, count })).sort((a, b) => b.count - a.count);
}

const OF = { bytes: '', stated: ' (stated in it)', tool: ' (without its signature line)' } as const;

function subjectText({ kind, size }: Why['subject'], outcome: Why['outcome']): string {
  const what =
    kind === 'missing'
      ? outcome === 'FOUND'
        ? ''
        : ' — not here'
      : kind === 'folder'
        ? ' — a folder'
        : size === null
          ? ''
          : ` — ${formatBytes(size)}`;
  return outcome === 'FOUND' ? what : `${what === '' ? ' — ' : `${what}, `}nothing found`;
}

/** For a path that is not here, the digest is the news. */
function knownText({ path, digest, count }: KnownAs, isMissing: boolean, show: ShowStyle['show']): string {
  const times = count === 1 ? '' : ` (${grouped(count)} times)`;
  return isMissing ? `${show(path)}${times}: ${digest === null ? 'no digest' : show(digest)}` : `${show(path)}${times}`;
}

interface Tree {
  readonly children: ReadonlyMap<string, readonly WhyFinding[]>;
  readonly evidence: ReadonlyMap<string, WhyEvidence>;
  readonly runs: ReadonlyMap<string, WhyRun>;
  /** The findings that are printed: level by level, so that one long branch does not hide the others. */
  readonly shown: ReadonlySet<WhyFinding>;
  /** The finding below which the findings on an item are printed; they are printed once. */
  readonly homes: ReadonlyMap<string, WhyFinding>;
}

function treeOf({ findings, evidence, runs }: Why, most: number): Tree {
  const children = new Map<string, WhyFinding[]>();
  for (const finding of findings) {
    const list = children.get(finding.of);
    if (list === undefined) children.set(finding.of, [finding]);
    else list.push(finding);
  }
  const shown = new Set<WhyFinding>();
  const homes = new Map<string, WhyFinding>();
  for (let [open, depth] = [[SUBJECT], 0]; open.length > 0 && depth < MAX_DEPTH; depth++) {
    const next: string[] = [];
    for (const finding of open.flatMap((ref) => children.get(ref) ?? [])) {
      if (shown.size >= most) break;
      shown.add(finding);
      if (homes.has(finding.by)) continue;
      homes.set(finding.by, finding);
      next.push(finding.by);
    }
    open = next;
  }
  const byRef = <T extends { readonly ref: string }>(list: readonly T[]): ReadonlyMap<string, T> =>
    new Map(list.map((item) => [item.ref, item]));
  return { children, evidence: byRef(evidence), runs: byRef(runs), shown, homes };
}

function* branchLines(tree: Tree, of: string, indent: string, style: ShowStyle): Generator<string> {
  const findings = (tree.children.get(of) ?? []).filter((finding) => tree.shown.has(finding));
  for (const [index, finding] of findings.entries()) {
    const isLast = index === findings.length - 1;
    const below = `${indent}${isLast ? '   ' : '│  '}`;
    const isHome = tree.homes.get(finding.by) === finding;
    const hasMore = tree.children.has(finding.by);
    yield `${indent}${isLast ? '└─ ' : '├─ '}${findingText(tree, finding, style)}${!isHome && hasMore ? ' (more on it elsewhere)' : ''}`;
    if (!isHome) continue;
    for (const line of detailLines(tree, finding.by, style)) yield `${below}${hasMore ? '│ ' : '  '}${line}`;
    yield* branchLines(tree, finding.by, below, style);
  }
}

function findingText({ evidence, runs }: Tree, finding: WhyFinding, { show }: ShowStyle): string {
  const run = runs.get(finding.by);
  const time = finding.time === null ? 'no time stated' : show(finding.time);
  return `${time}  ${run === undefined ? evidenceText(evidence.get(finding.by) as WhyEvidence, finding, show) : runText(run, finding, show)}`;
}

function evidenceText({ places: [first] }: WhyEvidence, { relation, path, digest, size }: WhyFinding, show: ShowStyle['show']): string {
  const who = first === undefined ? '' : `${show(first.path)} (${titleOf(first.kind)})`;
  const at = path === null ? '' : ` as ${show(path)}`;
  const long = size === null ? '' : `, ${formatBytes(Number(size))}`;
  switch (relation) {
    case 'is':
      return `${who} is it`;
    case 'output':
      return `${who} is what it wrote${at}`;
    case 'same-path':
      return `${who} has the path ${show(path ?? '')} with ${digest === null ? 'no digest' : show(digest)}${long}`;
    default:
      return `${who} ${relation} it${at}${long}`;
  }
}

function runText(
  { id, tool, tool_version, outcome, id_matches }: WhyRun,
  { relation, path, digest }: WhyFinding,
  show: ShowStyle['show'],
): string {
  const who = `run of ${show(tool ?? '?')} ${show(tool_version ?? '?')}, ${show(outcome ?? '?')},`;
  const at = path === null ? '' : ` as ${show(path)}`;
  const what =
    relation === 'same-path'
      ? `has the path ${show(path ?? '')} with ${digest === null ? 'no digest' : show(digest)}`
      : relation === 'is'
        ? 'is it'
        : `${relation} it${at}`;
  return `${who} ${what}${id_matches ? '' : `; its record was edited: ${show(id ?? 'it has no id')} is not its id`}`;
}

export function titleOf(kind: KindName): string {
  return kind === 'pack-store' ? 'pack in a store' : titleOfKind(kind);
}

function* detailLines({ evidence, runs }: Tree, ref: string, { show, isWhole }: ShowStyle): Generator<string> {
  const run = runs.get(ref);
  if (run !== undefined) {
    if (run.about !== '') yield show(run.about);
    return;
  }
  const { id, note, places } = evidence.get(ref) as WhyEvidence;
  if (id !== null) yield `id ${show(id)}`;
  if (note !== null) yield `note ${show(note)}`;
  const [first, ...others] = places;
  if (first !== undefined && first.tags.length > 0) yield tagsText(first.tags, show);
  const shown = isWhole ? others : others.slice(0, MAX_OTHERS);
  for (const { kind, path, tags } of shown)
    yield `also ${show(path)} (${titleOf(kind)})${tags.length === 0 ? '' : `, ${tagsText(tags, show)}`}`;
  if (shown.length < others.length) yield `and ${counted(others.length - shown.length, 'more place')}`;
}

function tagsText(tags: readonly string[], show: ShowStyle['show']): string {
  return `${tags.length === 1 ? 'tag' : 'tags'} ${tags.map(show).join(', ')}`;
}

function* endLines({ searched, passed_over, unread, complete }: Why, style: ShowStyle): Generator<string> {
  for (const each of searched) yield `searched ${style.show(each.path)}: ${searchedText(each)}`;
  yield* listed('passed over', passed_over, style);
  yield* listed('not read', unread, style);
  if (!complete) yield `incomplete: ${counted(unread.length, 'thing')} could not be read, and may say more`;
}

function searchedText({ kind, found, other, exists }: Searched): string {
  if (kind === 'ledger') return exists ? counted(found, 'line') : 'there is no ledger';
  return `${grouped(found)} ${found === 1 ? 'piece' : 'pieces'} of evidence${other === 0 ? '' : `, ${counted(other, 'other file')}`}`;
}

function* listed(title: string, list: readonly PassedOver[], { show, isWhole }: ShowStyle): Generator<string> {
  const shown = isWhole ? list : list.slice(0, MAX_OTHERS);
  for (const { path, reason } of shown) yield `${title}: ${show(path)} (${show(reason)})`;
  if (shown.length < list.length) yield `${title}: ${grouped(list.length - shown.length)} more; --all shows them`;
}
