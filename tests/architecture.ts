/**
 * The doors between rooms, judged from the text of the sources: which room may import which, and what a pure room may not even name.
 * Everything is a list of violations, each with its file, so that one run shows them all.
 */
import { posix } from 'node:path';

export interface Source {
  /** Relative to `src/`: `lock/verify.ts`. */
  readonly path: string;
  readonly text: string;
}

/** The rooms of pure documents and streams. */
const DOCUMENTS = ['stream', 'lock', 'pack', 'chain', 'replay', 'stack', 'fingerprint', 'witness'];
const GATHERED = ['core', ...DOCUMENTS, 'io', 'store'];

/** A room and the rooms it may import; `machine` rooms may also import Node and packages. */
const ROOMS: Readonly<Record<string, { readonly imports: readonly string[]; readonly machine: boolean }>> = {
  core: { imports: [], machine: false },
  ...Object.fromEntries(DOCUMENTS.map((room) => [room, { imports: ['core'], machine: false }])),
  io: { imports: ['core'], machine: true },
  store: { imports: ['core'], machine: true },
  verbs: { imports: GATHERED, machine: true },
  library: { imports: [...GATHERED, 'verbs'], machine: true },
  cli: { imports: [...GATHERED, 'verbs'], machine: true },
};

/** Clock, environment, dice, locale and second serialisers have no place in a pure room. */
const FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/\bJSON\s*\.\s*(stringify|parse)\b/, 'uses JSON.stringify or JSON.parse'],
  [/\blocaleCompare\b|\bIntl\b|\btoLocale\w+/, 'depends on a locale'],
  [/\bprocess\b/, 'touches process'],
  [/\bDate\s*\.\s*now\b|\bnew\s+Date\s*\(\s*\)|\bperformance\b/, 'reads a clock'],
  [/\bMath\s*\.\s*random\b|\bcrypto\b/, 'throws dice'],
];

/** The one writer and reader of JSON, and the text helper that rests on the engine's own escaping. */
const MAY_USE_JSON = /^core\/json\//;

export function violations(sources: readonly Source[]): readonly string[] {
  const product = sources.filter(({ path }) => !path.endsWith('.test.ts'));
  const empty = Object.keys(ROOMS).filter((room) => !product.some(({ path }) => path.startsWith(`${room}/`)));
  return [
    ...empty.map((room) => `${room}/ has no files`),
    ...sources.flatMap(houseRules),
    ...product.flatMap(doors),
    ...product.flatMap(purity),
    ...product.flatMap(onePlace),
  ];
}

export function importsOf(text: string): readonly string[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)(['"])([^'"\n]+)\1/gm;
  return [...withoutComments(text).matchAll(pattern)].map((match) => match[2] as string);
}

function houseRules({ path, text }: Source): readonly string[] {
  return [
    ...(/\b(TODO|FIXME|XXX)\b/.test(text) ? [`${path} has a note to do something later`] : []),
    ...(/^\s*export default\b/m.test(text) ? [`${path} has a default export`] : []),
    ...(/(^|\/|-)(utils?|helpers?|common|manager|misc)(-|\.|\/)/.test(path) ? [`${path} is named after nothing`] : []),
    ...(text.split('\n').length > 251 ? [`${path} is longer than 250 lines`] : []),
  ];
}

function doors({ path, text }: Source): readonly string[] {
  const room = ROOMS[roomOf(path)];
  if (room === undefined) return path.includes('/') ? [`${path} lies in a room without a door rule`] : [];
  return importsOf(text).flatMap((specifier) => {
    if (specifier.startsWith('.')) {
      const target = posix.join(posix.dirname(path), specifier);
      return roomOf(target) === roomOf(path) ? [] : [`${path} reaches ${specifier} without a #room`];
    }
    if (specifier.startsWith('#')) {
      const other = specifier.slice(1).split('/')[0] as string;
      return room.imports.includes(other) ? [] : [`${path} may not import ${specifier}`];
    }
    return room.machine ? [] : [`${path} is pure and may not import ${specifier}`];
  });
}

function purity({ path, text }: Source): readonly string[] {
  if (ROOMS[roomOf(path)]?.machine !== false) return [];
  const code = withoutComments(text);
  const rules = MAY_USE_JSON.test(path) ? FORBIDDEN.slice(1) : FORBIDDEN;
  return rules.flatMap(([pattern, offence]) => (pattern.test(code) ? [`${path} ${offence}`] : []));
}

/** What has one place: a path that somebody gave is shortened by its letters nowhere (M2), and no name is decoded unseen. */
const ONE_PLACE: readonly { readonly pattern: RegExp; readonly offence: string; readonly allowed: Readonly<Record<string, string>> }[] = [
  {
    pattern: /\bimport \{[^}]*\b(resolve|normalize)\b[^}]*\} from 'node:path'|\bpath\.(resolve|normalize)\b/,
    offence: 'shortens paths by their letters: use joinPath of io/join-path.ts',
    allowed: {
      'io/join-path.ts': 'Windows itself does so',
      'verbs/replay-lookup.ts': 'for show, and only where the path does not go up',
    },
  },
  {
    pattern: /\brealpath(Sync)?\b/,
    offence: 'asks for a real path that may not be UTF-8: use io/real-path.ts',
    allowed: { 'io/real-path.ts': 'looks at the bytes', 'verbs/pack-collect.ts': 'takes the bytes' },
  },
  {
    pattern: /\bprocess\.cwd\b/,
    offence: 'asks for a working folder that may not be UTF-8: use io/working-folder.ts',
    allowed: { 'io/working-folder.ts': 'looks at the bytes' },
  },
  {
    pattern: /\bmkdir(Sync)?\([^;]*\brecursive\b/,
    offence: 'makes folders by a recursion that may never end: use io/make-folders.ts',
    allowed: {},
  },
];

function onePlace({ path, text }: Source): readonly string[] {
  const code = withoutComments(text);
  return ONE_PLACE.flatMap(({ pattern, offence, allowed }) => (pattern.test(code) && !(path in allowed) ? [`${path} ${offence}`] : []));
}

function roomOf(path: string): string {
  return path.split('/')[0] as string;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|(?<=^|[\s;{}(,])\/\/[^\n]*/g, '');
}
