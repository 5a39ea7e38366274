/**
 * Splits the words of a command line into flags with their values, and other words. Nothing is validated here.
 *
 *     --output d.json verify -x -- --json      flag --output=d.json, word verify, flag -x (unknown), literal word --json
 */
import type { Option } from './command.ts';

export type Token =
  | { readonly kind: 'word'; readonly text: string; readonly index: number; readonly literal: boolean }
  | {
      readonly kind: 'flag';
      /** The flag as typed, without an attached value: `-o`, `--output`. */
      readonly typed: string;
      readonly option: Option | undefined;
      readonly value: string | undefined;
      /** The value is attached to the flag: `--output=d.json`, `-od.json`. */
      readonly attached: boolean;
    };

export function tokenise(argv: readonly string[], options: readonly Option[]): readonly Token[] {
  const tokens: Token[] = [];
  for (let index = 0; index < argv.length; index++) {
    const text = argv[index] as string;
    if (text === '--') {
      for (let rest = index + 1; rest < argv.length; rest++)
        tokens.push({ kind: 'word', text: argv[rest] as string, index: rest, literal: true });
      break;
    }
    if (text === '-' || !text.startsWith('-')) {
      tokens.push({ kind: 'word', text, index, literal: false });
      continue;
    }
    const [typed, attached] = split(text, options);
    const option = options.find((each) => each.flag === typed || each.short === typed || each.alias === typed);
    if (attached === undefined && option?.value !== undefined && index + 1 < argv.length) {
      index++;
      tokens.push({ kind: 'flag', typed, option, value: argv[index] as string, attached: false });
    } else tokens.push({ kind: 'flag', typed, option, value: attached, attached: attached !== undefined });
  }
  return tokens;
}

function split(text: string, options: readonly Option[]): readonly [typed: string, attached: string | undefined] {
  if (text.startsWith('--')) {
    const equals = text.indexOf('=');
    return equals < 0 ? [text, undefined] : [text.slice(0, equals), text.slice(equals + 1)];
  }
  const short = text.slice(0, 2);
  const takesValue = options.some((each) => each.short === short && each.value !== undefined);
  return takesValue && text.length > 2 ? [short, text.slice(2)] : [text, undefined];
}
