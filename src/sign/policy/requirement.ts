/**
 * What a rule asks for, as it is written:
 *
 *     2 of [producer, reviewer, auditor]     two different signers, in two of these roles
 *     all of [producer, reviewer]            one for each
 *     any of [producer, reviewer]            one of them
 *     nothing                                no signature is needed
 */
import { shortText } from '#core/short-text';
export interface Requirement {
  /** As it was written. */
  readonly text: string;
  readonly required: number;
  /** Roles, or names of signers. */
  readonly names: readonly string[];
  /** Every signer of the policy will do, whatever the names. */
  readonly isAnybody?: true;
}

const FORM = /^\s*(\d{1,4}|all|any)\s+of\s+\[([^[\]]*)\]\s*$/;
const NAME = /^[A-Za-z0-9][A-Za-z0-9_.@+-]{0,127}$/;

/** Returns what is wrong instead, if the text is no requirement. */
export function parseRequirement(text: string): Requirement | string {
  if (text.trim() === 'nothing') return { text: 'nothing', required: 0, names: [] };
  const [, count, list] = FORM.exec(text) ?? [];
  if (count === undefined || list === undefined)
    return `expected a text such as "2 of [producer, reviewer]", or "nothing", found ${shown(text)}`;
  const names = list.split(',').map((name) => name.trim());
  const wrong = names.find((name) => !isName(name));
  if (wrong !== undefined) return `expected a list of roles or names of signers, found ${shown(wrong)} in it`;
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) return `expected each name once, found ${twice} twice`;
  const required = count === 'all' ? names.length : count === 'any' ? 1 : Number(count);
  if (required < 1) return 'expected at least 1, found 0: "nothing" says that no signature is needed';
  return { text: `${count} of [${names.join(', ')}]`, required, names };
}

export function isName(text: string): boolean {
  return NAME.test(text);
}

const MAX_SHOWN = 80;

function shown(text: string): string {
  return `'${shortText(text, MAX_SHOWN)}'`;
}
