/**
 * Namespaces in XML 1.0: which prefix stands for which name where. A prefix that is not declared, a reserved one that is bound otherwise,
 * one name twice on an element, and a namespace name that is not absolute (C14N 1.3) fail.
 *
 *     enter(null, 'a:b', [{ name: 'xmlns:a', value: 'urn:a' }], fail)   { declared: a -> urn:a, element: { prefix: 'a', local: 'b' }, plain: [] }
 */
import type { XmlAttribute } from './strict.ts';

export interface Scope {
  readonly names: ReadonlyMap<string, string>;
  readonly outer: Scope | null;
}

export interface PlainAttribute extends XmlAttribute {
  readonly prefix: string;
  readonly local: string;
  /** Empty for what is in no namespace. */
  readonly uri: string;
}

export interface QName {
  readonly prefix: string;
  readonly local: string;
}

type Fail = (message: string) => never;

const XML = 'http://www.w3.org/XML/1998/namespace';
const XMLNS = 'http://www.w3.org/2000/xmlns/';
/** The characters of RFC 3986, but for the ampersand: some writers of canonical form escape it, and libxml2 does not, so none is read. */
const ABSOLUTE = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#@!$'()*+,;=-]|%[0-9A-Fa-f]{2})*$/;
/** What a name may hold, but not start with. */
const NO_START = /^[\u{300}-\u{36f}.0-9\u{b7}\u{203f}\u{2040}-]/u;

/** The name that a prefix stands for; undefined where it is not declared. */
export function lookUp(scope: Scope | null, prefix: string): string | undefined {
  for (let inner = scope; inner !== null; inner = inner.outer) {
    const uri = inner.names.get(prefix);
    if (uri !== undefined) return uri;
  }
  return prefix === 'xml' ? XML : undefined;
}

export function enter(scope: Scope | null, name: string, attributes: readonly XmlAttribute[], fail: Fail) {
  const declared = declare(scope, attributes, fail);
  const element = splitName(name, fail);
  namespaceOf(element, declared, fail);
  const plain: PlainAttribute[] = [];
  for (const { name: written, value } of attributes) {
    if (declaredPrefix(written) !== null) continue;
    const { prefix, local } = splitName(written, fail);
    plain.push({ name: written, value, prefix, local, uri: prefix === '' ? '' : namespaceOf({ prefix, local }, declared, fail) });
  }
  requireApart(plain, fail);
  return { declared, element, plain };
}

function declare(scope: Scope | null, attributes: readonly XmlAttribute[], fail: Fail): Scope | null {
  let names: Map<string, string> | null = null;
  for (const { name, value } of attributes) {
    const prefix = declaredPrefix(name);
    if (prefix === null) continue;
    splitName(name, fail);
    requireDeclarable(prefix, value, fail);
    names ??= new Map();
    names.set(prefix, value);
  }
  return names === null ? scope : { names, outer: scope };
}

/** Null for what declares nothing, empty for the default. */
function declaredPrefix(name: string): string | null {
  if (name === 'xmlns') return '';
  return name.startsWith('xmlns:') ? name.slice('xmlns:'.length) : null;
}

function requireDeclarable(prefix: string, uri: string, fail: Fail): void {
  if (prefix === 'xmlns' || uri === XMLNS) fail('the prefix xmlns cannot be declared');
  if ((prefix === 'xml') !== (uri === XML)) fail('the prefix xml stands for its own namespace and no other');
  if (prefix !== '' && uri === '') fail(`the prefix ${prefix} cannot be undeclared`);
  if (uri !== '' && !ABSOLUTE.test(uri)) fail(`expected an absolute namespace name, found "${uri}"`);
}

function namespaceOf({ prefix }: QName, scope: Scope | null, fail: Fail): string {
  const uri = lookUp(scope, prefix);
  if (uri === undefined && prefix !== '') fail(`the prefix ${prefix} is not declared`);
  return uri ?? '';
}

function requireApart(attributes: readonly PlainAttribute[], fail: Fail): void {
  if (attributes.every(({ prefix }) => prefix === '')) return;
  const seen = new Set<string>();
  for (const { prefix, local, uri } of attributes) {
    if (prefix === '') continue;
    // A space is in no namespace name.
    const name = `${uri} ${local}`;
    if (seen.has(name)) fail(`attribute ${local} of one namespace twice`);
    seen.add(name);
  }
}

function splitName(name: string, fail: Fail): QName {
  const colon = name.indexOf(':');
  if (colon < 0) return { prefix: '', local: name };
  const [prefix, local] = [name.slice(0, colon), name.slice(colon + 1)];
  if (prefix === '' || local === '' || local.includes(':') || NO_START.test(local)) fail(`expected a name or prefix:name, found ${name}`);
  return { prefix, local };
}
