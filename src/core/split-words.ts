/**
 * Splits a command into words as a POSIX shell does it, without a shell: quotes and backslashes, and nothing else. What a shell would do
 * more with (`$HOME`, `a | b`, `*.pem`) is refused, because here it would mean something else.
 *
 *     splitWords("kms-sign --key 'my key'")     ['kms-sign', '--key', 'my key']
 *     splitWords('kms-sign | tee log')          null
 */
const SPECIAL = /[|&;<>()$`*?[\]#~\n\r\0!{}]/;

export function splitWords(command: string): readonly string[] | null {
  const words: string[] = [];
  let word: string | null = null;
  let at = 0;
  while (at < command.length) {
    const letter = command[at] as string;
    if (letter === ' ' || letter === '\t') {
      if (word !== null) words.push(word);
      word = null;
      at++;
      continue;
    }
    const piece = pieceAt(command, at);
    if (piece === null) return null;
    word = (word ?? '') + piece.text;
    at = piece.end;
  }
  if (word !== null) words.push(word);
  return words.length === 0 || words[0] === '' ? null : words;
}

interface Piece {
  readonly text: string;
  readonly end: number;
}

function pieceAt(command: string, at: number): Piece | null {
  const letter = command[at] as string;
  if (letter === "'") {
    const end = command.indexOf("'", at + 1);
    return end < 0 ? null : { text: command.slice(at + 1, end), end: end + 1 };
  }
  if (letter === '"') return quotedAt(command, at + 1);
  if (letter === '\\') return at + 1 < command.length ? { text: command[at + 1] as string, end: at + 2 } : null;
  return SPECIAL.test(letter) ? null : { text: letter, end: at + 1 };
}

/** In double quotes a backslash quotes only `"` and `\`; `$` and a backquote would be replaced by a shell. */
function quotedAt(command: string, from: number): Piece | null {
  let text = '';
  for (let at = from; at < command.length; at++) {
    const letter = command[at] as string;
    if (letter === '"') return { text, end: at + 1 };
    if (letter === '$' || letter === '`') return null;
    const next = command[at + 1];
    if (letter === '\\' && (next === '"' || next === '\\')) text += command[++at] as string;
    else text += letter;
  }
  return null;
}
