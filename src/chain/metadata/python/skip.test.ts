import fc from 'fast-check';
import { expect, it } from 'vitest';
import { skipLine } from './skip.ts';
import { nextToken, type Tokens, tokensOf } from './tokens.ts';

function skipWordByWord(tokens: Tokens): void {
  while (tokens.kind !== 'newline') nextToken(tokens);
}

/** Returns for each line its end, its open blocks and brackets, and errors. */
function linesOf(text: string, skip: (tokens: Tokens) => void): readonly unknown[] {
  const tokens = tokensOf(text);
  const lines: unknown[] = [];
  try {
    for (nextToken(tokens); tokens.kind !== 'end'; nextToken(tokens)) {
      skip(tokens);
      lines.push([tokens.start, tokens.end, tokens.endsInColon, [...tokens.blocks], [...tokens.brackets]]);
    }
  } catch (error) {
    lines.push(String(error));
  }
  return lines;
}

it.each([
  'x = f"{d["a:b"]}" + rb\'\\\'\' # "\n',
  'def f(a: int = 1,\n      *b) -> x:\n    return a != b\n',
  'if a:\n  b = 1 ;c:\n',
  'x = é"a"\n',
  'x = ab"c"\n',
  'x = 1"a"\n',
  'x ! y\n',
  'x = a \\\n  : \\\n  b\n',
  'lambda: 0\n',
  'x = $\n',
  'for x in y :   \n\tz\n',
  'a = (\n:\n)\n',
  'x:= 1\n',
  ': \n',
])('skipLine() ends where reading token by token ends: %j', (text) => {
  expect(linesOf(text, skipLine)).toEqual(linesOf(text, skipWordByWord));
});

it('skipLine() ends where reading token by token ends, whatever the text', () => {
  const pieces = [
    '\n',
    '    ',
    '\t',
    ':',
    '=',
    '!',
    '!=',
    '(',
    ')',
    '[',
    ']',
    '{',
    '}',
    '"',
    "'",
    '"""',
    '#',
    '\\',
    '\\\n',
    'f',
    'rb',
    'x1',
  ];
  const odd = ['é', 'ª', '$', '\f', '\u{1d7d8}', '.5', '1e', ';', '->', ' ', 'if', '\0'];
  const piece = fc.constantFrom(...pieces, ...odd);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (words) => {
      const text = words.join('');
      expect(linesOf(text, skipLine)).toEqual(linesOf(text, skipWordByWord));
    }),
    { numRuns: 5000 },
  );
});
