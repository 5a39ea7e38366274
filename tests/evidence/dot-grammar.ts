/**
 * A strict reader of the part of the DOT language that is used here: `digraph ID { ID=ID; "ID" [a=b, …]; "ID" -> "ID" [a=b]; }`. Anything else
 * throws. Labels are given as Graphviz shows them, with `\n` between lines.
 */
export interface DotGraph {
  readonly nodes: ReadonlyMap<string, Attributes>;
  readonly edges: readonly { readonly from: string; readonly to: string; readonly attributes: Attributes }[];
}

type Attributes = Readonly<Record<string, string>>;

const TOKEN = /\s*(?:([A-Za-z_][A-Za-z0-9_]*)|"((?:[^"\\]|\\[^])*)"|(->|[{}[\];,=]))/y;

export function parseDot(text: string): DotGraph {
  const tokens = tokensOf(text);
  const take = (wanted?: string): string => {
    const next = tokens.shift();
    if (next === undefined || (wanted !== undefined && next !== wanted)) throw new Error(`expected ${wanted ?? 'a token'}, found ${next}`);
    return next;
  };
  const attributesOf = (): Attributes => {
    const found: Record<string, string> = {};
    take('[');
    for (;;) {
      const name = take();
      take('=');
      found[name] = shown(take());
      if (take() === ']') return found;
    }
  };
  const nodes = new Map<string, Attributes>();
  const edges: DotGraph['edges'][number][] = [];
  take('digraph');
  take();
  for (take('{'); tokens[0] !== '}'; take(';')) {
    const first = take();
    if (tokens[0] === '=') {
      take();
      take();
    } else if (tokens[0] === '->') {
      take();
      edges.push({ from: first, to: take(), attributes: attributesOf() });
    } else nodes.set(first, attributesOf());
  }
  take('}');
  if (tokens.length > 0) throw new Error(`expected the end, found ${tokens[0]}`);
  return { nodes, edges };
}

/** A quoted text keeps its escapes, except those of quotes; as the lexer of Graphviz does it. */
function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; text.slice(at).trim() !== ''; ) {
    TOKEN.lastIndex = at;
    const found = TOKEN.exec(text);
    if (found === null) throw new Error(`no token at ${at}: ${text.slice(at, at + 20)}`);
    at = TOKEN.lastIndex;
    if (found[2] !== undefined && /[\u0000-\u001f]/.test(found[2])) throw new Error(`a control inside of quotes: ${found[2]}`);
    tokens.push(found[2] ?? found[1] ?? (found[3] as string));
  }
  return tokens;
}

/** What Graphviz makes of the escapes and entities of a label. */
function shown(text: string): string {
  const plain = text.replace(/\\(["\\n])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
  if (/\\[^"\\n]/.test(text.replaceAll('\\\\', ''))) throw new Error(`an unknown escape: ${text}`);
  if (/&(?!amp;)/.test(plain)) throw new Error(`an entity: ${text}`);
  return plain.replaceAll('&amp;', '&');
}
