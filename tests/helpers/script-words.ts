/** Splits one line of a script as a shell would: quotes, `$WORK`, pipes and redirections, and the words before a command. */
export interface Pipeline {
  readonly exit: number | 'nonzero';
  readonly isTTY: boolean;
  readonly stages: readonly (readonly string[])[];
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface Word {
  readonly text: string;
  readonly isOperator: boolean;
}

export function parsePipeline(line: string, names: Readonly<Record<string, string>>): Pipeline {
  const words = [...splitWords(line, names)];
  let exit: number | 'nonzero' = 0;
  let isTTY = false;
  for (let first = words[0]?.text; first === '!' || first === 'exit' || first === 'tty'; first = words[0]?.text) {
    words.shift();
    if (first === '!') exit = 'nonzero';
    else if (first === 'exit') exit = Number(words.shift()?.text);
    else isTTY = true;
  }
  const stages: string[][] = [[]];
  let from: string | undefined;
  let to: string | undefined;
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (!word.isOperator) stages.at(-1)?.push(word.text);
    else if (word.text === '|') stages.push([]);
    else if (word.text === '<') from = words.shift()?.text;
    else to = words.shift()?.text;
  }
  if (stages.some((stage) => stage.length === 0)) throw new Error(`a command is missing: ${line}`);
  return { exit, isTTY, stages, from, to };
}

const PART = /\s+|([|<>])|'([^']*)'|\$'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|((?:[^\s|<>'"\\$]|\\.|\$(?!'))+)/gy;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', e: '\u001b', 0: '\0' };

function* splitWords(line: string, names: Readonly<Record<string, string>>): Generator<Word> {
  const expand = (text: string): string =>
    text.replace(
      /\\(.)|\$([A-Z]+)/g,
      (whole, escaped: string | undefined, name: string | undefined) => escaped ?? names[name as string] ?? whole,
    );
  let word: string | undefined;
  let end = 0;
  for (const match of line.matchAll(PART)) {
    end = match.index + match[0].length;
    const [, operator, single, ansi, double, bare] = match;
    const piece = single ?? (ansi === undefined ? undefined : unescape(ansi)) ?? (double ?? bare)?.replace(/^[^]*$/, expand);
    if (piece !== undefined) word = (word ?? '') + piece;
    else {
      if (word !== undefined) yield { text: word, isOperator: false };
      word = undefined;
      if (operator !== undefined) yield { text: operator, isOperator: true };
    }
  }
  if (end !== line.length) throw new Error(`unbalanced quotes: ${line}`);
  if (word !== undefined) yield { text: word, isOperator: false };
}

function unescape(text: string): string {
  return text.replace(/\\(?:u\{([0-9a-f]+)\}|(.))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (ESCAPES[letter] ?? letter) : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
