/**
 * The table of kinds: what each is called, what one looks for, and how it is recognised, from a path and its first bytes or from a folder's
 * listing. No two rows claim the same thing: `recognise` gives one kind, none, or the names of those that the thing looks like.
 *
 *     recognise({ name: 'dec.lock.json', file: glimpse of '{"as_of":null,…,"lock_hash":"sha256:…' })     { kind: 'lock' }
 *     recognise({ name: 'december', folder: { names, head } })                                             { kind: 'pack' }
 */
import { isPartVersion } from '#lock/part/start';
import { isVerdictPartVersion } from '#lock/verdict-part/start';
import { MANIFEST_NAME } from '#pack/document';
import { COLLECTIONS, SNAPSHOT_FILE } from '#replay/bundle';
import { type FirstKeys, firstKeys } from './first-keys.ts';
import { type KindName, OUTCOMES, type Outcome } from './verdict.ts';

/** How many bytes of a file are looked at. */
export const HEAD_BYTES = 1 << 16;

export interface Head {
  readonly bytes: Uint8Array;
  /** The file has more bytes than these. */
  readonly isCut: boolean;
}

/** What is known of a thing before it is read. */
export interface Glimpse {
  /** The last name of its path. */
  readonly name: string;
  readonly file?: Head;
  readonly folder?: {
    readonly names: ReadonlySet<string>;
    /** The beginning of a regular file in the folder, or null. */
    head(name: string): Head | null;
  };
  /** The name of the first entry, if the file is a tar archive, compressed or not. */
  readonly firstEntry?: () => string | null;
}

/** The kinds that are files or folders; a store may also be named by a URL. */
export interface Kind {
  readonly name: KindName;
  /** What was looked for. */
  readonly sign: string;
  /** The outcomes that it can have. One that has no member elsewhere is never PARTIAL. */
  readonly outcomes: readonly Outcome[];
  readonly claims: (seen: Seen) => boolean;
}

/** A glimpse with what its first bytes say. */
interface Seen extends Glimpse {
  readonly keys: FirstKeys | null;
  readonly version: string | null;
}

const has = ({ keys }: Seen, ...names: readonly string[]): boolean => keys !== null && names.every((name) => keys.keys.has(name));

/** A document that is cut short right away is recognised by its name alone, so that its own reader can say what is wrong. */
const isStump = ({ file, keys }: Seen): boolean => file !== undefined && !file.isCut && (file.bytes.length === 0 || keys?.isCut === true);

const TOOL_LOCK = /@[A-Za-z0-9][A-Za-z0-9._+-]*\.lock\.json$/;

/** All or nothing. */
const WHOLE: readonly Outcome[] = ['OK', 'FAILED', 'REFUSED'];

export const KINDS: readonly Kind[] = [
  {
    name: 'lock',
    sign: 'a JSON object with lock_hash (lock.v0)',
    outcomes: OUTCOMES,
    claims: (seen) =>
      seen.version?.startsWith('lock.v') === true ||
      (seen.version === null && has(seen, 'lock_hash')) ||
      (isStump(seen) && !hasOwn(seen) && seen.name.endsWith('.lock.json') && !TOOL_LOCK.test(seen.name)),
  },
  {
    name: 'pack',
    sign: `a folder with the ${MANIFEST_NAME} of a pack (pack.v0)`,
    outcomes: WHOLE,
    claims: ({ folder, file, name, ...seen }) => {
      if (folder === undefined) return isManifest({ ...seen, name, ...(file === undefined ? {} : { file }) });
      const head = folder.names.has(MANIFEST_NAME) ? folder.head(MANIFEST_NAME) : null;
      return head !== null && isManifest(seenFrom({ name: MANIFEST_NAME, file: head }));
    },
  },
  {
    name: 'pack-archive',
    sign: `a .tar or .tar.zst that begins with ${MANIFEST_NAME}`,
    outcomes: WHOLE,
    claims: ({ firstEntry }) => firstEntry?.() === MANIFEST_NAME,
  },
  {
    name: 'pack-store',
    sign: 'a URL oci://, s3:// or file:, or a folder with blobs/ and packs/',
    outcomes: WHOLE,
    claims: ({ folder }) =>
      folder !== undefined && folder.names.has('blobs') && folder.names.has('packs') && !folder.names.has(MANIFEST_NAME),
  },
  {
    name: 'chain-lock',
    sign: 'a JSON object with lockfile_version and resolved_chain, named ID@VERSION.lock.json',
    outcomes: OUTCOMES,
    claims: (seen) =>
      (seen.version === null &&
        has(seen, 'lockfile_version') &&
        (has(seen, 'resolved_chain') || has(seen, 'generated_at') || has(seen, 'root'))) ||
      (isStump(seen) && !hasOwn(seen) && TOOL_LOCK.test(seen.name)),
  },
  {
    name: 'snapshot',
    sign: `a folder with ${SNAPSHOT_FILE} and expected_hash_v1 in it, or with ${COLLECTIONS.join('/, ')}/ beside it`,
    outcomes: WHOLE,
    claims: (seen) => {
      const { folder } = seen;
      if (folder === undefined) return seen.name === SNAPSHOT_FILE && (has(seen, 'expected_hash_v1') || (isStump(seen) && !hasOwn(seen)));
      const head = folder.names.has(SNAPSHOT_FILE) && !folder.names.has(MANIFEST_NAME) ? folder.head(SNAPSHOT_FILE) : null;
      if (head === null) return false;
      const inner = seenFrom({ name: SNAPSHOT_FILE, file: head });
      return has(inner, 'expected_hash_v1') || isStump(inner) || COLLECTIONS.some((name) => folder.names.has(name));
    },
  },
  {
    name: 'stack-lock',
    sign: 'stack.lock, JSON or YAML with stack_spec_version',
    outcomes: OUTCOMES,
    claims: (seen) =>
      (seen.version === null && (has(seen, 'stack_spec_version') || has(seen, 'corridors', 'generated_at'))) ||
      (seen.keys === null && isYamlStack(seen)) ||
      (isStump(seen) && !hasOwn(seen) && seen.name === 'stack.lock'),
  },
  {
    name: 'ledger',
    sign: 'lines of JSON with binary_hash, prev and output_hash (witness.v0)',
    outcomes: WHOLE,
    claims: (seen) => has(seen, 'binary_hash', 'prev') || (has(seen, 'binary_hash', 'tool') && seen.name.endsWith('.jsonl')),
  },
  {
    name: 'records',
    sign: 'lines of JSON of vacuum, hashbytes or fingerprint (vacuum.v0, hash.v0, fingerprint.v0)',
    outcomes: OUTCOMES,
    claims: (seen) => /^(?:vacuum|hash|fingerprint)\.v\d+$/.test(seen.version ?? '') && has(seen, 'path'),
  },
];

/** The keys by which a kind is recognised; a stump that has one is what the key says, whatever its name. */
const OWN = ['lock_hash', 'pack_id', 'members', 'lockfile_version', 'expected_hash_v1', 'stack_spec_version', 'corridors', 'binary_hash'];

function hasOwn(seen: Seen): boolean {
  return seen.version !== null || OWN.some((key) => has(seen, key));
}

function isManifest(seen: Seen): boolean {
  if (seen.version !== null) return /^pack\.v\d+$/.test(seen.version);
  if (has(seen, 'lock_hash')) return false;
  return has(seen, 'pack_id') || has(seen, 'member_count', 'members') || (isStump(seen) && !hasOwn(seen) && seen.name === MANIFEST_NAME);
}

/** A profile has the first key too. */
const YAML_KEYS = ['stack_spec_version:', 'zone_id:', 'generated_at:'];

function isYamlStack({ file }: Seen): boolean {
  if (file === undefined) return false;
  const text = `\n${latin(file.bytes)}`;
  return YAML_KEYS.every((key) => text.includes(`\n${key}`));
}

function latin(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 1024) text += String.fromCharCode(...bytes.subarray(at, at + 1024));
  return text;
}

function seenFrom(glimpse: Glimpse): Seen {
  const keys = glimpse.file === undefined ? null : firstKeys(glimpse.file.bytes);
  const version = keys?.keys.get('version') ?? null;
  // The version of a tool, as a ledger has it, is no version of a document.
  return { ...glimpse, keys, version: version !== null && /^[a-z.-]+\.v\d+$/.test(version) ? version : null };
}

/** `looksLike` has more than one name if the thing has the signs of several kinds: it is then none of them. */
export interface Recognised {
  readonly kind: Kind | null;
  readonly looksLike: readonly KindName[];
  /** The version of a part of a scan or of a verdict: no evidence yet, and never judged as a lock. Null for all else. */
  readonly part: string | null;
}

export function recognise(glimpse: Glimpse): Recognised {
  const seen = seenFrom(glimpse);
  const claiming = KINDS.filter(({ claims }) => claims(seen));
  const kind = claiming.length === 1 ? (claiming[0] as Kind) : null;
  const isPart = seen.version !== null && (isPartVersion(seen.version) || isVerdictPartVersion(seen.version));
  return { kind, looksLike: claiming.map(({ name }) => name), part: isPart ? seen.version : null };
}
