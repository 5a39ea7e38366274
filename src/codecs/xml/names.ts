/** The characters, references, names and namespaces of XML 1.0, for the reader of events. */
import { XmlError } from './strict.ts';

export const XML_SPACE = /^[ \t\n\r]*$/;
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
/** Without the flag `u` the search is many times as fast; decoded text has no lone surrogates. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const START =
  'A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}';
const NC_NAME = new RegExp(`^[${START}][${START}\\-.0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}]*$`, 'u');

export function requireCharacters(text: string): void {
  if (FORBIDDEN.test(text)) throw new XmlError('expected characters of XML, found another one');
}

/** A name without a colon. */
export function isXmlName(name: string): boolean {
  return NC_NAME.test(name);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text with its references replaced. */
export function resolveReferences(text: string): string {
  return text.replace(/&([^;&]{0,12});?/g, (whole, name: string) => {
    const value = whole.endsWith(';') ? referenced(name) : null;
    if (value === null) throw new XmlError(`expected a reference, found "${whole.slice(0, 20)}"`);
    return value;
  });
}

function referenced(name: string): string | null {
  if (!name.startsWith('#')) return Object.hasOwn(ENTITIES, name) ? (ENTITIES[name] as string) : null;
  const code = /^#[0-9]+$/.test(name) ? Number(name.slice(1)) : /^#x[0-9A-Fa-f]+$/.test(name) ? Number.parseInt(name.slice(2), 16) : -1;
  if (code < 0 || code > 0x10ffff) return null;
  const character = String.fromCodePoint(code);
  return NO_CHARACTER.test(character) ? null : character;
}

interface Resolved {
  readonly local: string;
  readonly uri: string;
}

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';

/** The prefixes that are declared at some place of a document. Few names occur often, so each is looked up once. */
export class NamespaceScope {
  readonly #uris: ReadonlyMap<string, string>;
  readonly #elements = new Map<string, Resolved>();
  readonly #attributes = new Map<string, Resolved>();

  private constructor(uris: ReadonlyMap<string, string>) {
    this.#uris = uris;
  }

  static root(): NamespaceScope {
    return new NamespaceScope(
      new Map([
        ['', ''],
        ['xml', XML],
        ['xmlns', XMLNS],
      ]),
    );
  }

  /** With the declarations among these attributes. */
  extended(names: readonly string[], values: readonly string[]): NamespaceScope {
    const uris = new Map(this.#uris);
    names.forEach((name, i) => {
      const uri = values[i] as string;
      if (name === 'xmlns') uris.set('', requireFree(uri, ''));
      if (!name.startsWith('xmlns:')) return;
      const prefix = name.slice(6);
      if (uri === '' || prefix === 'xmlns' || (prefix === 'xml') !== (uri === XML))
        throw new XmlError(`a namespace that cannot be declared, ${prefix}`);
      uris.set(prefix, requireFree(uri, prefix));
    });
    return new NamespaceScope(uris);
  }

  element(name: string): Resolved {
    let found = this.#elements.get(name);
    if (found === undefined) {
      found = this.#resolved(name);
      if (name.startsWith('xmlns:')) throw new XmlError(`an element with the prefix xmlns`);
      this.#elements.set(name, found);
    }
    return found;
  }

  attribute(name: string): Resolved {
    let found = this.#attributes.get(name);
    if (found === undefined) {
      // An attribute without a prefix has no namespace.
      found = name.includes(':') ? this.#resolved(name) : { local: requireName(name), uri: name === 'xmlns' ? XMLNS : '' };
      this.#attributes.set(name, found);
    }
    return found;
  }

  /** All names are good, and no two of them mean the same. */
  requireAttributes(names: readonly string[]): void {
    let hasPrefix = false;
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      this.attribute(name);
      hasPrefix ||= name.includes(':');
    }
    if (!hasPrefix || names.length < 2) return;
    const seen = names.map((name) => this.attribute(name)).map(({ local, uri }) => `${uri} ${local}`);
    if (new Set(seen).size < seen.length) throw new XmlError('an attribute twice, with two prefixes');
  }

  #resolved(name: string): Resolved {
    const colon = name.indexOf(':');
    const prefix = colon < 0 ? '' : requireName(name.slice(0, colon));
    const uri = this.#uris.get(prefix);
    if (uri === undefined) throw new XmlError(`expected a declared prefix, found ${prefix}`);
    return { local: requireName(name.slice(colon + 1)), uri };
  }
}

function requireFree(uri: string, prefix: string): string {
  if ((uri === XML && prefix !== 'xml') || uri === XMLNS) throw new XmlError(`a namespace that cannot be declared, ${uri}`);
  return uri;
}

function requireName(name: string): string {
  if (!isXmlName(name)) throw new XmlError(`expected a name, found "${name.slice(0, 40)}"`);
  return name;
}
