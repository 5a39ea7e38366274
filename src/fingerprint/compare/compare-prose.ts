/**
 * Compares two texts, documents or pages as their content hash covers them: the lines of the normalised text, and then headings, tables and
 * details, each as a list of texts. A heading that changed is therefore named as a line and as a heading.
 *
 *     LINE_CHANGED at line 7: "due 1 May" -> "due 1 June"      DETAIL_CHANGED at detail 3: ["link","https://a/"] -> ["link","https://b/"]
 */
import type { DifferenceCode } from '#core/comparison';
import { formatSpine } from '#core/json/write';
import type { Parsed, Prose } from '#core/parsed';
import { collapsed, contentLines, infoEntries } from '../builtin/prose-content.ts';
import { alignByContent } from './align.ts';
import { numberTexts } from './compare-values.ts';
import { type Differences, excerpts } from './differences.ts';
import type { TwoFiles } from './two-files.ts';

interface Entry {
  readonly at: string;
  readonly text: string;
}

interface ProseContent {
  readonly lines: readonly Entry[];
  readonly details: readonly Entry[];
}

export async function compareProse(files: TwoFiles, differences: Differences): Promise<void> {
  const old = await files.old.read(contentOf);
  const now = await files.now.read(contentOf);
  compareLists(old.lines, now.lines, ['LINE_REMOVED', 'LINE_ADDED', 'LINE_CHANGED'], differences);
  compareLists(old.details, now.details, ['DETAIL_REMOVED', 'DETAIL_ADDED', 'DETAIL_CHANGED'], differences);
}

function contentOf(parsed: Parsed): ProseContent {
  const prose = parsed as Prose;
  return { lines: linesOf(prose), details: detailsOf(prose) };
}

/** Lines are counted in the normalised text, in a PDF page by page. */
function linesOf({ text, pageCount }: Prose): readonly Entry[] {
  const lines = contentLines(text);
  if (pageCount === null) return lines.map((line, i) => ({ at: `line ${i + 1}`, text: line }));
  let [page, number] = [1, 0];
  return lines.map((line) => {
    for (let at = line.indexOf('\f'); at >= 0; at = line.indexOf('\f', at + 1)) [page, number] = [page + 1, 0];
    number++;
    return { at: `page ${page} line ${number}`, text: line };
  });
}

/** Every entry starts with what it is, so that only entries of the same kind are paired by their content. */
function detailsOf(prose: Prose): readonly Entry[] {
  const { headings, tables, details = [], pageCount } = prose;
  return [
    ...headings.map(({ level, text }, i) => ({ at: `heading ${i + 1}`, text: `heading of level ${level}: ${collapsed(text)}` })),
    ...tables.flatMap(({ header, rows }, i) =>
      [header, ...rows].map((row, j) => ({ at: `table ${i + 1} row ${j}`, text: `row: ${formatSpine(row.map(collapsed))}` })),
    ),
    ...details.map((detail, i) => ({ at: `detail ${i + 1}`, text: formatSpine(detail) })),
    ...(pageCount === null ? [] : [{ at: 'pages', text: `pages: ${pageCount}` }]),
    ...(pageCount === null
      ? []
      : infoEntries(prose).map(([key, value]) => ({ at: `property ${key.toWellFormed()}`, text: `${key}: ${value}` }))),
  ];
}

function compareLists(
  old: readonly Entry[],
  now: readonly Entry[],
  [removed, added, changed]: readonly [DifferenceCode, DifferenceCode, DifferenceCode],
  differences: Differences,
): void {
  const textOf = ({ text }: Entry): string => text;
  const { match, isByPosition } = alignByContent(numberTexts(old.map(textOf), now.map(textOf)), null);
  differences.aligned(isByPosition ? 'POSITION' : 'CONTENT');
  const isPaired = new Uint8Array(old.length);
  for (const found of match) if (found >= 0) isPaired[found] = 1;
  old.forEach(({ at, text }, i) => {
    if (isPaired[i] === 0) differences.add(removed, () => ({ at, ...excerpts(text, null) }));
  });
  now.forEach(({ at, text }, i) => {
    const before = old[match[i] as number];
    if (before === undefined) differences.add(added, () => ({ at, ...excerpts(null, text) }));
    else if (before.text !== text)
      differences.add(changed, () => ({ at, ...(before.at === at ? {} : { old_at: before.at }), ...excerpts(before.text, text) }));
  });
}
