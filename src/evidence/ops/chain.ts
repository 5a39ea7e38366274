/**
 * Judges a tool-chain lock: the chain is resolved again in the spaces that the lock lies in, and compared with it. A lock in `lockfiles` of a
 * folder that is neither the user space nor the system space belongs to the project in that folder.
 */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { type ChainLock, parseChainLock } from '#chain/document';
import { openFinder } from '#chain/ops/find-tools';
import { openLocks } from '#chain/ops/lockfiles';
import { type TrustedKeys, trustedKeys } from '#chain/ops/signatures';
import { findSpaces, type SpaceRoots } from '#chain/ops/spaces';
import { verifyTools } from '#chain/ops/verify';
import { readWhole } from '#core/bytes/source';
import { errorCode, osText } from '#disk/os-error';
import { isSameFile } from '#disk/path/same-file';
import { chainVerdict, partlySeenVerdict, UNSEEN } from '../chain.ts';
import type { Described, Place } from '../contract.ts';
import { cannotRead } from '../refusals.ts';
import type { NotChecked, Root, Verdict } from '../verdict.ts';
import type { Asked } from './asked.ts';
import { hashedFile } from './hashed-file.ts';

const FOLDER = `${sep}lockfiles${sep}`;
const MAX_BYTES = 1 << 24;

export function judge(place: Place, asked: Asked): Verdict {
  const { lock, digest } = read(place);
  const fields = { given: place.given, digest, lock, selfOnly: asked.selfOnly, notes: [] as readonly NotChecked[] };
  if (asked.selfOnly) return chainVerdict({ ...fields, root: null, unchecked: null }, null);
  const spaces = spacesOf(place, asked);
  if (spaces === null) {
    const unchecked = 'the lock does not lie in lockfiles/ of a project; --root DIR names the project';
    return chainVerdict({ ...fields, root: null, unchecked }, null);
  }
  const { roots, root } = spaces;
  const id = lock.chain[0]?.itemId as string;
  const trusted = trustedKeys(roots, { always: false });
  const check = { roots, finder: openFinder(roots), trusted, locks: openLocks(roots) };
  const [own] = verifyTools([id], check);
  if (own === undefined) throw new RangeError('one tool has one verdict');
  const unseen = asked.projectOnly === true ? unseenFrom(lock) : null;
  // What is missing may be in a space that cannot be seen.
  if (unseen !== null && own.refusal?.code === 'E_NOT_FOUND') return chainVerdict({ ...fields, root, unchecked: UNSEEN }, null);
  if (own.refusal !== null) throw own.refusal;
  const unchecked = uncheckedBy(place, own.lock?.file, own.version, lock);
  // Of keys in a space that cannot be seen, nothing is known.
  if (unseen !== null) return partlySeenVerdict({ ...fields, root, unchecked }, own, unseen);
  return chainVerdict({ ...fields, root, unchecked, notes: trusted === null ? [NO_TRUST] : notesOn(trusted) }, own);
}

const NO_TRUST: NotChecked = {
  what: 'signatures of the elements',
  reason: 'the user space trusts no key; custody chain verify --require-signatures asks for them',
};

function notesOn({ warnings }: TrustedKeys): readonly NotChecked[] {
  return warnings.map((reason) => ({ what: 'whether a trusted key can be relied on', reason }));
}

/** The position of the first element in another space than the project; null if all are in it. */
function unseenFrom({ chain }: ChainLock): number | null {
  const at = chain.findIndex(({ space }) => space !== 'project');
  return at < 0 ? null : at;
}

/** The tool may have another version by now, with a lock of its own. */
function uncheckedBy({ path }: Place, inForce: string | undefined, version: string | null, lock: ChainLock): string | null {
  if (inForce !== undefined && isSameFile(inForce, path)) return null;
  if (inForce !== undefined) return `another lock is in force: ${inForce}`;
  return version === lock.version ? 'this lock is not one of the spaces' : `the tool has version ${version ?? 'none'} now, and no lock`;
}

export function describe(place: Place): Described {
  const { lock, digest } = read(place);
  return describeChain(lock, digest);
}

export function describeChain(lock: ChainLock, digest: string | null): Described {
  return {
    id: `${lock.chain[0]?.itemId}@${lock.version}`,
    digest,
    created: lock.generatedAt,
    memberCount: lock.chain.length,
    members: lock.chain.map(({ itemId, integrity }) => ({ path: itemId, digest: `sha256:${integrity}`, size: null })),
  };
}

function read({ given, path }: Place): { readonly lock: ChainLock; readonly digest: string } {
  try {
    const { value, digest } = hashedFile(path, (source) => readWhole(source, MAX_BYTES));
    if (value === null) throw cannotRead(given, `longer than ${MAX_BYTES} bytes`);
    const lock = parseChainLock(value, given);
    return { lock, digest };
  } catch (error) {
    throw errorCode(error) === undefined ? error : cannotRead(given, osText(error));
  }
}

function spacesOf({ path }: Place, { root, env, cwd }: Asked): { readonly roots: SpaceRoots; readonly root: Root } | null {
  const home = env['HOME'] ?? homedir();
  if (root !== null) return { roots: findSpaces({ env, cwd, home, project: root.path }), root: { path: root.given, how: 'option' } };
  const at = path.lastIndexOf(FOLDER);
  if (at < 0) return null;
  const holder = path.slice(0, at) || sep;
  const found = findSpaces({ env, cwd, home });
  const isSpace = holder === found.user || holder === found.system;
  // The tool of a lock in another space may be in a project, and which one is not known.
  if (isSpace && !existsSync(join(found.project, '.ai'))) return null;
  return { roots: isSpace ? found : { ...found, project: holder }, root: { path: holder, how: 'above' } };
}
