/**
 * How a registry requires authentication (RFC 9110, 11.6.1): the schemes of a `WWW-Authenticate` header and their parameters.
 *
 *     Bearer realm="https://auth.example.org/token",service="registry",scope="repository:evidence:pull,push"
 *
 * A comma within quotes belongs to the value; one header may contain several challenges.
 */
export interface Challenge {
  /** Lower case. */
  readonly scheme: string;
  /** Lower-case names. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = "[A-Za-z0-9!#$%&'*+.^_`|~-]+";
const PARAMETER = new RegExp(`\\s*(${TOKEN})\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s",]+))`, 'y');
const SCHEME = new RegExp(`\\s*(${TOKEN})(?:\\s+|$|(?=,))`, 'y');
const COMMAS = /[\s,]*/y;

/** Stops at text that it does not understand; the challenges before it count. */
export function parseChallenges(header: string): readonly Challenge[] {
  const challenges: { readonly scheme: string; readonly parameters: Map<string, string> }[] = [];
  let place = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = place;
    const match = pattern.exec(header);
    if (match !== null) place = pattern.lastIndex;
    return match;
  };
  while (place < header.length) {
    take(COMMAS);
    const parameter = take(PARAMETER);
    const last = challenges.at(-1);
    if (parameter !== null && last !== undefined) {
      const [, name = '', quoted, bare = ''] = parameter;
      last.parameters.set(name.toLowerCase(), quoted === undefined ? bare : quoted.replace(/\\(.)/g, '$1'));
      continue;
    }
    const scheme = parameter === null ? take(SCHEME) : null;
    if (scheme === null) break;
    challenges.push({ scheme: (scheme[1] ?? '').toLowerCase(), parameters: new Map() });
  }
  return challenges;
}
