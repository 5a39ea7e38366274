/**
 * Describes briefly how a document violates a schema: the position, and what the schema requires there.
 *
 *     /outcome must be one of RESOLVED, PARTIAL, UNRESOLVED, REFUSAL
 *     /members/3 must have bytes_hash
 *     must not have extra
 *
 * If a document may have one of several forms, each form reports a fault. The fault that is deepest in the document belongs to the form
 * that was meant. A form that only allows null was not meant if there is a value.
 */

/** A fault as a compiled schema reports it. */
export interface Fault {
  /** A JSON Pointer. */
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

/** Names and positions come from the document, which may be hostile. */
const MAX_LENGTH = 200;
const MAX_PATTERN_LENGTH = 60;

/** These keywords only say that another fault was reported. */
const SUMMARIES = new Set(['if', 'oneOf']);

export function faultText(faults: readonly Fault[]): string {
  const specific = faults.filter(({ keyword }) => !SUMMARIES.has(keyword));
  const [first, ...others] = specific.length === 0 ? faults : specific;
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
  return pattern.length > MAX_PATTERN_LENGTH ? 'must match its pattern' : `must match ${pattern}`;
}

/** The text is cut between characters. */
function shortened(text: string): string {
  const characters = Array.from(text.slice(0, MAX_LENGTH * 2 + 2));
  return characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH - 1).join('')}…` : text;
}
