/**
 * Fills the placeholders in the `config` of a runtime (K7). A name in braces is a placeholder, and a doubled brace is a brace. Any other brace,
 * and an unknown name, is refused. Inserted values are not searched for placeholders.
 *
 *     fill('{tool_path}', values)            /tmp/…/scraper.py
 *     fill('{{"q": {params_json}}}', values) {"q": {"url":"https://example.org"}}
 *     fill('{home}', values)                 BadPlaceholder: unknown placeholder {home}
 */
export interface RunValues {
  readonly paramsJson: string;
  readonly toolPath: string;
  readonly projectPath: string;
}

export class BadPlaceholder extends Error {
  override readonly name = 'BadPlaceholder';
}

const NAMES: ReadonlyMap<string, keyof RunValues> = new Map([
  ['params_json', 'paramsJson'],
  ['tool_path', 'toolPath'],
  ['project_path', 'projectPath'],
]);
const KNOWN = [...NAMES.keys()].map((name) => `{${name}}`).join(', ');
const BRACES = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;

export function fill(text: string, values: RunValues): string {
  return text.replace(BRACES, (found: string, name: string | undefined) => {
    if (found === '{{' || found === '}}') return found.charAt(0);
    if (name === undefined) throw new BadPlaceholder(`a brace on its own; expected it doubled, ${found}${found}`);
    const field = NAMES.get(name);
    if (field === undefined) throw new BadPlaceholder(`unknown placeholder ${found}; expected ${KNOWN}, or doubled braces`);
    return values[field];
  });
}
