/**
 * A pack in a folder. One walk, which follows no links, lists everything in it. Threads hash the members; members whose content is needed
 * are read here.
 */
import { lstatSync } from 'node:fs';
import { compareUtf8 } from '#core/bytes/order';
import { type Digest, digestOf } from '#core/digest';
import { type Found, MISSING, NOT_REGULAR } from '#core/found';
import { placeOf, placesBelow } from '#core/path/sorted-paths';
import type { Algorithm } from '#core/ports';
import { CHANGED, errorCode, osText } from '#disk/os-error';
import { shownBelow, withSeparator } from '#disk/path/below';
import { holdsOnlyFolders, rawPathOf } from '#disk/walk/only-folders';
import type { SkipEntry } from '#disk/walk/skipped-entry';
import { walker } from '#disk/walk/walk';
import type { FileQuestion } from '#hashing/hash-file';
import { newHasher } from '#hashing/hashers';
import type { NextHashItem } from '#hashing/pool';
import { listedFile, proveMembers } from '#hashing/prove-members';
import { MANIFEST_NAME, type PackMember } from '../../document.ts';
import { FoundTable } from '../../found-table.ts';
import { copyFor, foundByReading, type PackPlace, pathsIn, type Surveyed, type Unreadable, type Wanted } from '../survey.ts';
import { readContent } from './content.ts';
import { readManifestFile } from './manifest.ts';

const SHA256_LENGTH = 'sha256:'.length + 64;
/** A name that is too long for the file system cannot exist either. */
const NOWHERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

/** `algorithm` is that of the hash in `input`. */
export function openFolder(given: string, path: string, algorithm: Algorithm = 'blake3'): PackPlace {
  const input: { path: string; hash: string | null; bytes: number | null } = {
    path: shownBelow(given, MANIFEST_NAME),
    hash: null,
    bytes: null,
  };
  return {
    kind: 'folder',
    input,
    manifestBytes(onSize) {
      const bytes = readManifestFile(given, path, onSize);
      input.hash = digestOf(newHasher, algorithm, [bytes]);
      input.bytes = bytes.length;
      return bytes;
    },
    survey: (wanted) => new FolderSurvey(path, wanted).run(),
    *sources(members) {
      for (const member of members) yield `${path}/${member.path}`;
    },
  };
}

class FolderSurvey {
  /** The path ends with a separator. */
  readonly #folder: string;
  readonly #wanted: Wanted;
  readonly #found: FoundTable;
  readonly #extras: string[] = [];
  readonly #unreadable: Unreadable[] = [];
  /** Folders that cannot be listed. */
  readonly #hidden: Unreadable[] = [];

  constructor(folder: string, wanted: Wanted) {
    this.#folder = withSeparator(folder);
    this.#wanted = wanted;
    this.#found = new FoundTable(wanted.members.length);
  }

  run(): Surveyed {
    try {
      this.#prove();
    } catch (error) {
      // The folder itself cannot be listed.
      if (errorCode(error) === undefined) throw error;
      const found: Found = { kind: 'unreadable', error: osText(error) };
      for (let index = 0; index < this.#found.length; index++) this.#found.set(index, found);
      return { found: this.#found, extras: [], unreadable: [{ path: '.', error: found.error }] };
    }
    const { members } = this.#wanted;
    for (let index = 0; index < members.length; index++)
      if (!this.#found.has(index)) this.#found.set(index, this.#lookFor(members[index] as PackMember));
    return { found: this.#found, extras: this.#extras, unreadable: this.#unreadable };
  }

  /** Proves the members that the walk lists as regular files. */
  #prove(): void {
    const { members, pool, intake, conforms, reading } = this.#wanted;
    proveMembers<number>(pool, {
      next: this.#questions(),
      isExpected(index, hex) {
        const { bytesHash } = members[index] as PackMember;
        // Compared without creating a string for each of many members.
        return bytesHash.length === SHA256_LENGTH && bytesHash.startsWith('sha256:') && bytesHash.endsWith(hex);
      },
      changed: CHANGED,
      unwritable: (error) => intake?.unwritable(error) ?? new Error(error),
      deliver: (index, found, read) => {
        const member = members[index] as PackMember;
        if (found.kind === 'proven' && read?.copied !== undefined) intake?.accept({ digest: member.bytesHash as Digest, size: found.size });
        if (read?.keepsSchema === true) conforms?.();
        // A document that the thread did not validate is read here, to learn what is wrong with it.
        const isRead = read?.keepsSchema !== true && found.kind !== 'missing' && reading(member) === 'outline';
        this.#settle(index, isRead ? this.#read(index) : found);
      },
    });
  }

  /**
   * Asks about the members that the walk lists as regular files. The walk and the members are both sorted and are compared step by step.
   * One function, because it runs for every file.
   */
  #questions(): NextHashItem<number> {
    const { members } = this.#wanted;
    const nextEntry = walker(this.#folder, { follow: false });
    let at = 0;
    return () => {
      for (let entry = nextEntry(); entry !== undefined; entry = nextEntry()) {
        if (entry.kind === 'skip') {
          this.#noteSkip(entry);
          continue;
        }
        const { relativePath, absolutePath } = entry;
        // Nearly always it is the next member: this comparison makes no string that the question does not need as well.
        if (!isAt(members[at], absolutePath, this.#folder.length))
          while (at < members.length && compareUtf8((members[at] as PackMember).path, relativePath) < 0) at++;
        if (isAt(members[at], absolutePath, this.#folder.length)) {
          const question = this.#questionOf(at, absolutePath);
          if (question !== null) return { item: at++, question };
          at++;
        } else if (relativePath !== MANIFEST_NAME) this.#extras.push(relativePath);
      }
      return undefined;
    };
  }

  /** Returns null if the threads have nothing to do: the result is already known, or the member is read here. */
  #questionOf(index: number, path: string): FileQuestion | null {
    const { members, reading, written, intake } = this.#wanted;
    const member = members[index] as PackMember;
    const kind = reading(member);
    const size = kind === 'hash' ? written?.get(path) : undefined;
    if (size !== undefined) this.#settle(index, { kind: 'proven', size });
    else if (kind === 'content') this.#settle(index, this.#read(index));
    else {
      const to = copyFor(member, intake);
      const copy = to === null ? undefined : { to, alsoBlake3: false };
      return listedFile(path, { algorithm: 'sha256', copy, version: kind === 'outline' ? member.artifactVersion : undefined });
    }
    return null;
  }

  #read(index: number): Found {
    const member = this.#wanted.members[index] as PackMember;
    return readContent(this.#folder + member.path, (source) => foundByReading(member, this.#wanted.read(index, source)));
  }

  #settle(index: number, found: Found): void {
    // The member disappeared after it was listed. `#lookFor` checks it again later, like members that were never listed.
    if (found.kind === 'missing') return;
    const { path } = this.#wanted.members[index] as PackMember;
    if (found.kind === 'unreadable') this.#unreadable.push({ path, error: found.error });
    this.#found.set(index, found);
    this.#wanted.advance?.();
  }

  /** If a link or a device is found at the path of a member, or of a folder above members, then these members are not regular. */
  #noteSkip(entry: SkipEntry): void {
    const { relativePath, why, named } = entry;
    const paths = pathsIn(this.#wanted.members);
    const itself = placeOf(paths, relativePath);
    if (why === 'unreadable') {
      const error = systemText(entry);
      if (itself >= 0) return this.#settle(itself, { kind: 'unreadable', error });
      this.#hidden.push({ path: relativePath, error });
      this.#unreadable.push({ path: relativePath, error });
      return;
    }
    if (why === 'bad name' && named === 'directory' && holdsOnlyFolders(rawPathOf(entry))) return;
    const { from, to } = placesBelow(paths, relativePath);
    if (why === 'bad name' || (itself < 0 && from === to)) {
      this.#extras.push(relativePath);
      return;
    }
    if (itself >= 0) this.#settle(itself, NOT_REGULAR);
    for (let index = from; index < to; index++) this.#settle(index, NOT_REGULAR);
  }

  /** The walk listed no file with this name. It may be an empty folder. */
  #lookFor({ path }: PackMember): Found {
    try {
      const found = lstatSync(this.#folder + path, { throwIfNoEntry: false });
      if (found?.isFile() === false) return NOT_REGULAR;
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined) throw error;
      if (!NOWHERE.has(code)) {
        this.#unreadable.push({ path, error: osText(error) });
        return { kind: 'unreadable', error: osText(error) };
      }
    }
    // A folder that cannot be listed hides everything below it.
    const around = this.#hidden.find((folder) => path.startsWith(`${folder.path}/`));
    return around === undefined ? MISSING : { kind: 'unreadable', error: around.error };
  }
}

/** Whether the path of the file is that of the member, below a folder of this length. */
function isAt(member: PackMember | undefined, file: string, folderLength: number): boolean {
  return member !== undefined && file.length === folderLength + member.path.length && file.endsWith(member.path);
}

/** The text of the system error without the path, because findings and refusals name the path themselves. */
function systemText({ relativePath, detail }: SkipEntry): string {
  const { error } = detail;
  return (typeof error === 'string' ? error : '').replace(`IO error for operation on ${relativePath}: `, '');
}
