/**
 * What a schema has against a document, in a few words: where, and what was wanted there.
 *
 *     /outcome must be one of RESOLVED, PARTIAL, UNRESOLVED, REFUSAL
 *     /members/3 must have bytes_hash
 *     must not have extra
 *
 * Where a document may have one of several forms, each of them complains; the complaint deepest in the document is that of the form
 * that was meant, and null was not meant where there is something.
 */

/** As a compiled schema tells it. */
export interface Fault {
  /** JSON Pointer. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Names and places come from the document, which may be hostile. */
const LONGEST = 200;
const LONGEST_PATTERN = 60;

/** Say only that something else was said. */
const SUMMARIES = new Set(['if', 'oneOf']);

export function faultText(faults: readonly Fault[]): string {
  const telling = faults.filter(({ keyword }) => !SUMMARIES.has(keyword));
  const [first, ...others] = telling.length === 0 ? faults : telling;
  if (first === undefined) return 'does not match its schema';
  const fault = others.reduce((deepest, each) => (depth(each) > depth(deepest) ? each : deepest), first);
  return shortened(`${fault.instancePath} ${wanted(fault)}`.trimStart());
}

function depth({ instancePath, keyword, params }: Fault): number {
  const wantsNull = keyword === 'type' && params['type'] === 'null';
  return instancePath.split('/').length - (wantsNull ? 0.5 : 0);
}

function wanted({ keyword, params, message }: Fault): string {
  switch (keyword) {
    case 'required':
      return `must have ${String(params['missingProperty'])}`;
    case 'additionalProperties':
      return `must not have ${String(params['additionalProperty'])}`;
    case 'const':
      return `must be ${String(params['allowedValue'])}`;
    case 'enum':
      return `must be one of ${[params['allowedValues']].flat().map(String).join(', ')}`;
    case 'type':
      return `must be ${[params['type']].flat().map(String).join(' or ')}`;
    case 'pattern':
      return patternWanted(String(params['pattern']));
    case 'false schema':
      return 'must not be there';
    case 'oneOf':
      return 'must be of exactly one form';
    default:
      return message ?? `must obey ${keyword}`;
  }
}

function patternWanted(pattern: string): string {
  return pattern.length > LONGEST_PATTERN ? 'must match its pattern' : `must match ${pattern}`;
}

/** Cut between characters. */
function shortened(text: string): string {
  const characters = Array.from(text.slice(0, LONGEST * 2 + 2));
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : text;
}
