/**
 * Writes the definition that was inferred from samples of json or jsonl, with comments on what was seen.
 *
 *     assertions:
 *       - json_schema:
 *           schema:
 *             type: object
 *             required: [id]
 *             properties:
 *               # 20 times, 1 to 20, all different
 *               id: { type: integer }
 */
import { counted, grouped } from '#core/count-text';
import type { Format } from '#core/parsed';
import { formatPointer, type Step } from '../columns/pointers.ts';
import { MAX_ENTRIES } from '../define/field-types.ts';
import { FEW_ROWS, type InferredRule } from './rules.ts';
import type { MergedPlace } from './tree-profile.ts';
import { keyIn, ownSchema, placeRules } from './tree-rules.ts';
import { ruleLine, samplesLine } from './write.ts';
import { commentText, commentValue, yamlFlow, yamlText } from './yaml-text.ts';

export interface InferredTree {
  readonly id: string;
  readonly format: Format;
  /** The names of the samples, without their folders. */
  readonly names: readonly string[];
  /** The number of values in each sample. */
  readonly counts: readonly number[];
  readonly root: MergedPlace;
}

const MAX_NAMES = 10;

export function writeInferredTree(inferred: InferredTree): { readonly text: string; readonly notes: readonly string[] } {
  const { id, format, names, root } = inferred;
  const notes = openNotes(root);
  const lines = [
    samplesLine(names, format === 'jsonl' ? counted(root.count, 'line') : null),
    '# Ranges, lengths of arrays, the number of rows and codes with digits only warn, with room for the next delivery. Review before use.',
    ...notes.map((note) => `# ${note}`),
    `fingerprint_id: ${yamlText(id)}`,
    `format: ${format}`,
    'assertions:',
    '  # What every value must be. Members that are not in it are allowed.',
    '  - json_schema:',
    '      schema:',
    ...schemaLines(root, '        '),
    ...[...placeRules(root, []), ...rowRules(inferred)].map(ruleLine),
    'extract:',
    `  - ${yamlFlow({ name: 'values', type: 'columns', columns: extracted(inferred) })}`,
    'content_hash: { algorithm: blake3, over: [values] }',
  ];
  return { text: `${lines.join('\n')}\n`, notes };
}

function schemaLines(place: MergedPlace, pad: string): readonly string[] {
  const { members, items } = place;
  const objects = place.kinds.object ?? 0;
  const required = (members ?? []).filter((member) => member.place.count === objects).map(({ name }) => name);
  const own = { ...ownSchema(place), ...(required.length === 0 ? {} : { required }) };
  return [
    ...Object.entries(own).map(([key, value]) => `${pad}${key}: ${yamlFlow(value)}`),
    ...((members ?? []).length === 0 ? [] : [`${pad}properties:`]),
    ...(members ?? []).flatMap((member) => [
      `${pad}  # ${comment(member.place, objects)}`,
      ...below(yamlText(member.name), member.place, `${pad}  `),
    ]),
    ...(items === null ? [] : [`${pad}# ${comment(items, items.count)}`, ...below('items', items, pad)]),
  ];
}

/** A value without members and items on one line. */
function below(key: string, place: MergedPlace, pad: string): readonly string[] {
  if ((place.members ?? []).length === 0 && place.items === null) return [`${pad}${key}: ${yamlFlow(ownSchema(place))}`];
  return [`${pad}${key}:`, ...schemaLines(place, `${pad}  `)];
}

/** What was seen. `objects` is how often it could have been there. */
function comment(place: MergedPlace, objects: number): string {
  const { count, kinds, texts, keys } = place;
  const [min, max] = [place.min ?? place.firstDate, place.max ?? place.lastDate];
  const isMixed = Object.keys(kinds).length > 1;
  const scalars = (kinds.string ?? 0) + (kinds.number ?? 0);
  return [
    count !== objects ? `${grouped(count)} of ${grouped(objects)} times` : count === 1 ? 'once' : `${grouped(count)} times`,
    ...(isMixed ? Object.entries(kinds).map(([kind, times]) => `${grouped(times)} ${kind}`) : []),
    ...(min === null || max === null ? [] : [span(commentValue(min), commentValue(max))]),
    ...(kinds.array === undefined
      ? []
      : [`${span(grouped(place.fewestItems), grouped(place.mostItems))} item${place.mostItems === 1 ? '' : 's'}`]),
    ...(scalars > 1 && keys === 'different' ? ['all different'] : []),
    ...(kinds.string !== undefined && texts !== null && keys !== 'different' ? [`${grouped(texts.length)} different`] : []),
  ].join(', ');
}

function span(from: string, to: string): string {
  return from === to ? from : `${from} to ${to}`;
}

/** The rules on rows: those of a jsonl are its lines, those of a json the items of its root, or of the members of its root. */
function rowRules({ format, root, counts }: InferredTree): readonly InferredRule[] {
  const arrays: readonly { readonly items: MergedPlace; readonly steps: readonly Step[] }[] =
    format === 'jsonl'
      ? [{ items: root, steps: [] }]
      : [{ name: null, place: root }, ...(root.members ?? [])].flatMap(({ name, place }) =>
          place.items?.isInAll === true && isArray(place) ? [{ items: place.items, steps: name === null ? [null] : [name, null] }] : [],
        );
  const keys = arrays.flatMap(({ items, steps }) => {
    const key = keyIn(items, steps);
    return key === null ? [] : [{ rule: { column_unique: { columns: key } }, isWarning: false, isDoubtful: items.count < FEW_ROWS }];
  });
  if (format !== 'jsonl') return keys;
  const [fewest, most] = [counts.reduce((a, b) => Math.min(a, b)), counts.reduce((a, b) => Math.max(a, b))];
  return [...keys, { rule: { row_count: { min: Math.max(1, Math.floor(fewest / 2)), max: 2 * most } }, isWarning: true }];
}

function isArray({ kinds, count }: MergedPlace): boolean {
  return kinds.array !== undefined && kinds.array + (kinds.null ?? 0) === count;
}

/** The members of the values, if every value has all of them; otherwise the whole values. */
function extracted({ format, root }: InferredTree): readonly string[] {
  const isList = format === 'json' && root.kinds.array === root.count && root.items?.isInAll === true;
  const [place, steps]: readonly [MergedPlace, readonly Step[]] = isList && root.items !== null ? [root.items, [null]] : [root, []];
  const members = place.members ?? [];
  const isSame = place.kinds.object === place.count && members.every((member) => member.place.count === place.count);
  return isSame && members.length > 0 && members.length <= MAX_ENTRIES ? members.map(({ name }) => formatPointer([...steps, name])) : [''];
}

/** The objects whose members are not described. */
function openNotes(root: MergedPlace): readonly string[] {
  const open = openPlaces(root, []);
  if (open.length === 0) return [];
  const shown = open.slice(0, MAX_NAMES).map((pointer) => (pointer === '' ? 'the values themselves' : commentText(pointer)));
  return [
    `not described, because they are too many, too deep or too long: the members of ${shown.join(', ')}${open.length > MAX_NAMES ? ', …' : ''}`,
  ];
}

function openPlaces({ members, items, mostItems }: MergedPlace, steps: readonly Step[]): readonly string[] {
  if (members === null || (items === null && mostItems > 0)) return [formatPointer(steps)];
  return [
    ...members.flatMap(({ name, place }) => openPlaces(place, [...steps, name])),
    ...(items === null ? [] : openPlaces(items, [...steps, null])),
  ];
}
