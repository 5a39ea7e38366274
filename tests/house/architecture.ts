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

/** The rooms of documents and streams: pure, but for what touches the machine in the `ops/` below each. */
const DOCUMENTS = ['stream', 'lock', 'pack', 'chain', 'replay', 'stack', 'fingerprint', 'witness', 'sign'];

/** The rooms that know the machine and no evidence; each may import those before it. */
const MACHINE = ['installation', 'threads', 'disk', 'hashing', 'codecs', 'keys'];

/** The one file of a machine room that knows evidence: the entry of the hashing threads brings what packs want to know of a file. */
const ENTRY: Readonly<Record<string, string>> = { 'hashing/worker.ts': '#pack/ops/inspectors' };

/** Which other rooms the `ops/` of a room may import, with their `ops/`. */
const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  stream: ['store'],
  lock: ['stream', 'fingerprint', 'store'],
  fingerprint: ['stream'],
  pack: ['lock', 'sign', 'store'],
  witness: ['store'],
  sign: ['store'],
};

/** Packages that a pure room may import: functions of their arguments, without dependencies. */
const PURE_PACKAGES = ['@scure/base'];

interface Room {
  readonly imports: readonly string[];
  readonly machine: boolean;
}

const withOps = (rooms: readonly string[]): readonly string[] => rooms.flatMap((room) => [room, `${room}/ops`]);
const ALL = ['core', ...MACHINE, ...withOps(DOCUMENTS), 'store'];

const FRONT = [...withOps(['evidence']), ...ALL];

/** A room and the rooms it may import; `machine` rooms may also import Node and packages. */
const ROOMS: Readonly<Record<string, Room>> = {
  core: { imports: [], machine: false },
  ...Object.fromEntries(MACHINE.map((room, index) => [room, { imports: ['core', ...MACHINE.slice(0, index)], machine: true }])),
  ...Object.fromEntries(DOCUMENTS.map((room) => [room, { imports: ['core'], machine: false }])),
  ...Object.fromEntries(DOCUMENTS.map((room) => [`${room}/ops`, { imports: opsImports(room), machine: true }])),
  store: { imports: ['core', ...MACHINE], machine: true },
  // The one room that knows all kinds of evidence: the contract, the table of kinds and the common verdict.
  evidence: { imports: ['core', ...DOCUMENTS], machine: false },
  'evidence/ops': { imports: ['evidence', ...ALL], machine: true },
  // The page: the same code in a browser, with stand-ins for what only Node has.
  viewer: { imports: FRONT, machine: true },
  library: { imports: FRONT, machine: true },
  cli: { imports: FRONT, machine: true },
};

function opsImports(room: string): readonly string[] {
  return ['core', ...MACHINE, room, ...withOps(NEIGHBOURS[room] ?? [])];
}

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
  const empty = Object.keys(ROOMS).filter((room) => !product.some(({ path }) => roomOf(path) === room));
  return [
    ...empty.map((room) => `${room}/ has no files`),
    ...crowded(product),
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
    ...(/(^|\/|-)(utils?|helpers?|common|manager|misc)(\.|\/)/.test(path) ? [`${path} is named after nothing`] : []),
    ...(text.split('\n').length > 251 ? [`${path} is longer than 250 lines`] : []),
  ];
}

/** A folder that a reader takes in at a glance. */
export function crowded(sources: readonly Pick<Source, 'path'>[]): readonly string[] {
  const files = new Map<string, number>();
  for (const { path } of sources) files.set(posix.dirname(path), (files.get(posix.dirname(path)) ?? 0) + 1);
  return [...files].flatMap(([folder, count]) => (count > 30 ? [`${folder}/ has ${count} files, more than 30`] : []));
}

function doors({ path, text }: Source): readonly string[] {
  const room = ROOMS[roomOf(path)];
  if (room === undefined) return path.includes('/') ? [`${path} lies in a room without a door rule`] : [];
  return importsOf(text).flatMap((specifier) => {
    if (!/^[.#]/.test(specifier))
      return room.machine || PURE_PACKAGES.includes(specifier) ? [] : [`${path} is pure and may not import ${specifier}`];
    if (ENTRY[path] === specifier) return [];
    const target = specifier.startsWith('#') ? specifier.slice(1) : posix.join(posix.dirname(path), specifier);
    if (specifier.startsWith('.') && folderOf(target) !== folderOf(path)) return [`${path} reaches ${specifier} without a #room`];
    if (specifier.startsWith('#') && folderOf(target) === folderOf(path)) return [`${path} reaches its own room by ${specifier}`];
    return roomOf(target) === roomOf(path) || room.imports.includes(roomOf(target)) ? [] : [`${path} may not import ${specifier}`];
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
    offence: 'shortens paths by their letters: use joinPath of disk/path/join-path.ts',
    allowed: {
      'disk/path/join-path.ts': 'Windows itself does so',
      'replay/ops/find-bundle.ts': 'for show, and only where the path does not go up',
    },
  },
  {
    pattern: /\brealpath(Sync)?\b/,
    offence: 'asks for a real path that may not be UTF-8: use disk/path/real-path.ts',
    allowed: { 'disk/path/real-path.ts': 'looks at the bytes', 'pack/ops/collect.ts': 'takes the bytes' },
  },
  {
    pattern: /\bprocess\.cwd\b/,
    offence: 'asks for a working folder that may not be UTF-8: use disk/path/working-folder.ts',
    allowed: { 'disk/path/working-folder.ts': 'looks at the bytes' },
  },
  {
    pattern: /\bmkdir(Sync)?\([^;]*\brecursive\b/,
    offence: 'makes folders by a recursion that may never end: use disk/write/make-folders.ts',
    allowed: {},
  },
  {
    pattern: /\bstatSync\([^;]*\bthrowIfNoEntry\b/,
    offence: 'asks what Node 22 answers otherwise than Node 20: use disk/path/stat-if-there.ts',
    allowed: { 'disk/path/stat-if-there.ts': 'the rule' },
  },
  {
    pattern: /\bstageFile\b/,
    offence: 'stages a file by itself: use writeWhole of disk/write/whole-file.ts',
    allowed: { 'disk/write/whole-file.ts': 'the rule' },
  },
  {
    pattern: /\breadFile(Sync)?\(|\bcreateReadStream\b|\bopen(Sync)?\([^;]*('r'|\bO_RDONLY\b|FOLLOW_FLAGS\b)/,
    offence: 'opens a file to read it: use disk/read/regular-file.ts, or disk/read/given-file.ts for what may be a pipe',
    allowed: {
      'disk/read/regular-file.ts': 'the rule',
      'disk/read/given-file.ts': 'the rule',
      'hashing/hash-file.ts': 'reads into the buffer of its thread, with the same flags and the same check',
      'hashing/hash-while-parsing.ts': 'reads ten thousand short files into one buffer, with the same flags and the same check',
      'hashing/pool-threads.ts': 'counts free descriptors and reads nothing',
      'disk/write/sync.ts': 'brings to the disk and reads nothing',
      'disk/write/whole-file.ts': 'brings to the disk and reads nothing',
      'store/http/file-part.ts': 'reads without blocking while it sends, with the same flags and the same check',
      'store/http/authorities.ts': 'settings of other programs',
      'store/oci/docker-credentials.ts': 'settings of other programs',
      'store/s3/profile.ts': 'settings of other programs',
      'installation/process-input.ts': 'files of the program itself',
      'witness/ops/program-hash.ts': 'files of the program itself',
      'cli/about/doctor.ts': 'files of the program itself',
      'cli/about/schema.ts': 'files of the program itself',
    },
  },
];

/** What stands in for Node in the page has its names, and none of its machine. */
const STAND_INS = /^viewer\/node\//;

function onePlace({ path, text }: Source): readonly string[] {
  if (STAND_INS.test(path)) return [];
  const code = withoutComments(text);
  return ONE_PLACE.flatMap(({ pattern, offence, allowed }) => (pattern.test(code) && !(path in allowed) ? [`${path} ${offence}`] : []));
}

/** `lock/verify.ts` lies in the room `lock`, `lock/ops/verify.ts` in `lock/ops`. */
function roomOf(path: string): string {
  return path.split('/')[1] === 'ops' ? `${folderOf(path)}/ops` : folderOf(path);
}

function folderOf(path: string): string {
  return path.split('/')[0] as string;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\/|(?<=^|[\s;{}(,])\/\/[^\n]*/g, '');
}
