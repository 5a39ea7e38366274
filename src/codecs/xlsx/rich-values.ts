/**
 * What a cell shows where its saved value is only `#VALUE!`, for older programs: the name of a linked data type, or a newer error. The cell
 * names an entry of the value metadata, that a rich value, and that its structure, which has the names of its fields.
 *
 *     <c r="A2" t="e" vm="1"><v>#VALUE!</v></c>          shows the rich value 0
 *     <rv s="0"><v>Contoso Ltd.</v></rv>                 `_DisplayString` by structure 0: 'Contoso Ltd.'
 *     <rv s="1"><v>8</v></rv>                            `errorType` of an `_error`: '#SPILL!'
 *
 * A picture in a cell has neither, and stays `#VALUE!`.
 */
import { plainText } from './cell-text.ts';
import type { Package } from './package.ts';

const RICH = 'XLRICHVALUE';
const ERRORS: ReadonlyMap<string, string> = new Map([
  ['4', '#NAME?'],
  ['8', '#SPILL!'],
  ['9', '#CONNECT!'],
  ['10', '#BLOCKED!'],
  ['11', '#UNKNOWN!'],
  ['12', '#FIELD!'],
  ['13', '#CALC!'],
  ['14', '#BUSY!'],
  ['18', '#EXTERNAL!'],
  ['19', '#TIMEOUT!'],
]);

/** The texts by the number of the value metadata, counted from 0; null where the saved value is shown. */
export function readRichTexts(parts: Package, targetOf: (type: string) => string | null): readonly (string | null)[] {
  const paths = ['sheetMetadata', 'rdRichValue', 'rdRichValueStructure'].map(targetOf);
  if (!paths.every((path) => path !== null && parts.has(path))) return [];
  const [metadata, values, structures] = paths as [string, string, string];
  const known = readStructures(parts, structures);
  const texts = readValues(parts, values).map(({ structure, fields }) => shownText(known[structure], fields));
  return readMetadata(parts, metadata).map((index) => (index === null ? null : (texts[index] ?? null)));
}

interface Structure {
  readonly type: string;
  readonly names: string[];
}

interface RichValue {
  readonly structure: number;
  readonly fields: string[];
}

function shownText(structure: Structure | undefined, fields: readonly string[]): string | null {
  const field = (name: string): string => fields[structure?.names.indexOf(name) ?? -1] ?? '';
  const error = structure?.type === '_error' ? field('errorType') : '';
  return plainText(field('_DisplayString')) ?? (error === '' ? null : (ERRORS.get(error) ?? `#ERROR${error}!`));
}

function readStructures(parts: Package, path: string): readonly Structure[] {
  const structures: Structure[] = [];
  parts.read(path, ['rvStructures'], {
    open(local, tag) {
      if (local === 's') structures.push({ type: tag.get('t') ?? '', names: [] });
      if (local === 'k') structures.at(-1)?.names.push(tag.get('n') ?? '');
    },
  });
  return structures;
}

function readValues(parts: Package, path: string): readonly RichValue[] {
  const values: RichValue[] = [];
  let field: string | null = null;
  parts.read(path, ['rvData'], {
    open(local, tag) {
      if (local === 'rv') values.push({ structure: Number(tag.get('s')), fields: [] });
      if (local === 'v') field = '';
    },
    text(text) {
      if (field !== null) field += text;
    },
    close(local) {
      if (local !== 'v') return;
      values.at(-1)?.fields.push(field ?? '');
      field = null;
    },
  });
  return values;
}

/** For each entry of the value metadata the number of its rich value; null if it is of another type, such as those of cubes. */
function readMetadata(parts: Package, path: string): readonly (number | null)[] {
  const types: string[] = [];
  const rich: (number | null)[] = [];
  const found: (number | null)[] = [];
  /** The list whose entries (`bk`) are read. */
  let list: (number | null)[] | null = null;
  parts.read(path, ['metadata'], {
    open(local, tag) {
      if (local === 'metadataType') types.push(tag.get('name') ?? '');
      else if (local === 'futureMetadata') list = tag.get('name') === RICH ? rich : null;
      else if (local === 'cellMetadata') list = null;
      else if (local === 'valueMetadata') list = found;
      else if (local === 'bk') list?.push(null);
      else if (tag.local === 'rvb' && list === rich) rich[rich.length - 1] = Number(tag.get('i'));
      else if (local === 'rc' && list === found && types[Number(tag.get('t')) - 1] === RICH)
        found[found.length - 1] = rich[Number(tag.get('v'))] ?? null;
    },
  });
  return found;
}
