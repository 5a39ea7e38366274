/** An element of XML with its attributes, as the reader of events shows it. One object serves all elements of a document. */
import { NamespaceScope, resolveReferences } from './names.ts';
import { XmlError } from './strict.ts';

/** An element; valid only until the event returns. */
export interface XmlTag {
  /** The name without its prefix. */
  readonly local: string;
  readonly uri: string;
  /** The value of the attribute with that name, prefix included. */
  get(name: string): string | undefined;
  /** The value of the attribute with that local name in a namespace that ends so. */
  inNamespace(uriEnd: string, local: string): string | undefined;
}

export class Tag implements XmlTag {
  local = '';
  uri = '';
  readonly names: string[] = [];
  readonly values: string[] = [];
  #scope = NamespaceScope.root();

  clear(): void {
    this.names.length = 0;
    this.values.length = 0;
  }

  add(name: string, value: string): void {
    if (this.names.includes(name)) throw new XmlError(`the attribute ${name} twice`);
    this.names.push(name);
    this.values.push(value);
  }

  /** Finds the namespaces of the element and of its attributes. */
  resolve(name: string, scope: NamespaceScope): void {
    ({ local: this.local, uri: this.uri } = scope.element(name));
    this.#scope = scope;
    scope.requireAttributes(this.names);
  }

  get(name: string): string | undefined {
    const at = this.names.indexOf(name);
    return at < 0 ? undefined : this.values[at];
  }

  inNamespace(uriEnd: string, local: string): string | undefined {
    const at = this.names.findIndex((name) => {
      const found = this.#scope.attribute(name);
      return found.local === local && found.uri.endsWith(uriEnd);
    });
    return at < 0 ? undefined : this.values[at];
  }
}

/** White space in an attribute is a space, unless it is written as a reference. */
export function attributeValue(raw: string): string {
  const plain = /[\t\n\r]/.test(raw) ? raw.replace(/\r\n?|[\t\n]/g, ' ') : raw;
  return plain.includes('&') ? resolveReferences(plain) : plain;
}
