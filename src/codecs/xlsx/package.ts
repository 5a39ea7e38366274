/**
 * The parts of a workbook in its archive, found by their relationships as the format says, not by their usual names. Only parts that the
 * workbook's values depend on are unpacked; what else is in the archive, such as the UTF-16 of Power Query, is not looked at.
 */
import { ParseFailure } from '#core/parsed';
import { readXml, type XmlEvents, type XmlTag } from '../xml/events.ts';
import { XmlError } from '../xml/strict.ts';
import { ZipError } from '../zip/names.ts';
import type { ZipEntry } from '../zip/read.ts';

export interface Relationship {
  /** The last word of the type: `worksheet`, `sharedStrings`. The two editions of the format differ only before it. */
  readonly type: string;
  /** The path in the archive. */
  readonly target: string;
}

export class Package {
  readonly #entries: ReadonlyMap<string, ZipEntry>;

  constructor(entries: readonly ZipEntry[]) {
    // Part names do not depend on case. Of two that differ only in it, some programs read one and some the other.
    this.#entries = new Map(entries.map((entry) => [entry.path.toLowerCase(), entry]));
    if (this.#entries.size < entries.length)
      throw new ParseFailure('expected different names of parts, found two that differ only in case');
  }

  has(path: string): boolean {
    return this.#entries.has(path.toLowerCase());
  }

  bytes(path: string): Uint8Array {
    const entry = this.#entries.get(path.toLowerCase());
    if (entry === undefined) throw new ParseFailure(`expected the part ${path}, found none`);
    try {
      return entry.read();
    } catch (error) {
      throw error instanceof ZipError ? new ParseFailure(error.message) : error;
    }
  }

  /** Reads a part to its end; its root must have one of these names. */
  read(path: string, roots: readonly string[], events: PartEvents): void {
    inPart(path, () => readXml(this.bytes(path), rooted(roots, events)));
  }

  /** The relationships of a part, by id; of the package itself if the path is empty. */
  relationships(path: string): ReadonlyMap<string, Relationship> {
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, slash + 1);
    const rels = `${folder}_rels/${path.slice(slash + 1)}.rels`;
    const found = new Map<string, Relationship>();
    if (!this.has(rels)) return found;
    this.read(rels, ['Relationships'], {
      open(local, tag) {
        if (local !== 'Relationship' || tag.get('TargetMode') === 'External') return;
        const [id, type, target] = [tag.get('Id'), tag.get('Type'), tag.get('Target')];
        if (id === undefined || type === undefined || target === undefined) return wrong('a relationship without Id, Type or Target');
        if (found.has(id)) wrong(`the relationship ${id} twice`);
        found.set(id, { type: type.slice(type.lastIndexOf('/') + 1), target: resolved(folder, target) });
      },
    });
    return found;
  }
}

const MACRO_SHEETS = 'http://schemas.microsoft.com/office/excel/2006/main';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** An element of another namespace has the name '', because it is an extension. */
export interface PartEvents {
  open?(local: string, tag: XmlTag): void;
  text?(text: string): void;
  close?(local: string): void;
}

/** Checks the root, and hides the names of extensions. */
export function rooted(roots: readonly string[], events: PartEvents): XmlEvents {
  let main: string | null = null;
  return {
    open(tag) {
      if (main === null && !roots.includes(tag.local)) throw new XmlError(`expected <${roots[0]}>, found <${tag.local}>`);
      main ??= tag.uri === MACRO_SHEETS ? MAIN : tag.uri;
      events.open?.(tag.uri === main ? tag.local : '', tag);
    },
    text: (text) => events.text?.(text),
    close: (local, uri) => events.close?.(uri === main ? local : ''),
  };
}

/** Says what is wrong with the part that is read. */
export function wrong(what: string): never {
  throw new XmlError(what);
}

export function inPart<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof XmlError ? new ParseFailure(`${path}: ${error.message}`) : error;
  }
}

/** `../worksheets/sheet1.xml` from `xl/`; a target with a slash in front starts at the root. */
function resolved(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of `${target.startsWith('/') ? '' : folder}${target}`.replaceAll('\\', '/').split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}
