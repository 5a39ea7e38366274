/**
 * The short way through usual YAML against the parser: where it answers, the parser gives the same value and refuses nothing. Texts are
 * thrown together from the pieces on which a reader decides something, and real manifests are damaged.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPlainYaml } from '#codecs/yaml/plain';
import { parseAny, YamlError } from '#codecs/yaml/read';
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import type { JsonValue } from '#core/json/value';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';
import { smallFiles } from '../stack/small-zone.ts';
import { type Dice, dice } from './helpers/dice.ts';
import { mutated } from './helpers/mutation.ts';

/** As they may stand behind a key; parted by bars. */
const SCALARS = [
  'a|b c|tier|true|Null|no|1|-7|0|007|1.5|-0|-0.0|0.1.0|2025-01-01|12:30:00|1e3|0x1F|1.2-3|null x|1 2|3rd||~|.inf|./src|../x|.5|5.|+1',
  '123456789012345678|did:key:z6Mk#a|https://x.y/z|a#b|a #b|a: b|a:|:a|-|-a|- a|---|...|--- a|a\tb|(x)|é|a — b|$x|\\x|a, b|a]|<<|=',
  `"q"|'q'|"q: r"|'it''s'|"a\\n"|"a" b|"a|[]|{}|[a, b]|[a,b]|[a, ]|[1, true, "x", [c]]|{a: 1}|{a:1}|{a: 1, a: 2}|{a: [b, {c: d}]}`,
  '{true: 1}|{a: b:c}|[a:b]|[a: b]|[- a]|[a b]|[a b: c]|{a: b c }|{a: 1 2}|[a  b]|[a -b]|{a}|[a|>|&a b|*a|!t x|@a|`a|%a|? a',
  '9f0e1|12e4a|0e1|1e|5E2|5e+|00ff|0xg|0o9|0x1g|1_000|1+1|1.e3|1:2|0b1|1é|7 x',
]
  .join('|')
  .split('|')
  .concat('|');
const KEYS = ['a', 'b', 'c', 'module_id', 'a.b/c-d', 'true', '1', '<<', '"q"', "'q'", 'a b', '? a', 'é', '_x', 'a:b', '-a', ''];
const LINES = ['', '', '# note', '  # note', '---', '...', '%YAML 1.2', '\t', 'text', '   more text', '- ', '-', 'x:y'];

/** A line after another: mostly what belongs there, at an indentation that mostly fits. */
function text(how: Dice): string {
  const lines: string[] = [];
  let indent = 0;
  for (let count = 1 + how.roll(8); count > 0; count--) {
    const pad = ' '.repeat(how.roll(8) === 0 ? how.roll(6) : indent);
    const item = how.pick(['', '', '- ', '- ', '-  ', '- - ']);
    const key =
      how.roll(4) === 0 ? '' : `${how.pick(how.roll(6) === 0 ? KEYS : ['a', 'b', 'c', 'd', 'e'])}:${how.pick([' ', ' ', ' ', '  ', ''])}`;
    const value = how.roll(4) === 0 ? '' : how.pick(SCALARS);
    lines.push(how.roll(12) === 0 ? how.pick(LINES) : pad + item + key + value + how.pick(['', '', '', '', ' ', ' # note']));
    indent = how.pick([indent, indent, 0, 2, 4, indent + 2, Math.max(0, indent - 2), 1]);
  }
  return lines.join('\n') + how.pick(['\n', '\n', '']);
}

const examples = fileURLToPath(new URL('../../examples', import.meta.url));
/** Not the definitions of fingerprints: some have what is left to the parser. */
const manifests = readdirSync(examples, { recursive: true, encoding: 'utf8' })
  // Definitions, and documents of other programs, are not read by it.
  .filter((name) => name.endsWith('.yaml') && !name.endsWith('.fp.yaml') && !name.startsWith('scale/'))
  .map((name) => readFileSync(join(examples, name)));
const SAMPLES: readonly Uint8Array[] = [
  ...Object.entries(smallFiles)
    .filter(([path]) => path.endsWith('.yaml'))
    .map(([, content]) => encodeUtf8(content)),
  ...manifests,
  encodeUtf8('a: one\n  two\n  three\nb:\n- c: 1\n  d:\n  - e\n  - f: g\n\n# note\nh: [i, "j"]\nk: {l: m, n: 2.5}\no: 2025-01-01\n'),
];

function byParser(content: string): JsonValue | YamlError {
  try {
    return parseAny(content);
  } catch (error) {
    if (error instanceof YamlError) return error;
    throw error;
  }
}

/** Whether the short way answered. */
function agrees(content: string): boolean {
  const answer = readPlainYaml(content);
  if (answer !== undefined) expect(byParser(content), JSON.stringify(content)).toStrictEqual(answer);
  return answer !== undefined;
}

describe('readPlainYaml()', () => {
  test('answers as the parser does, or not at all, for texts thrown together', LONG_TIMEOUT, () => {
    let answered = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        if (agrees(text(dice(seed)))) answered++;
      }),
      runs(40_000),
    );
    expect(answered).toBeGreaterThan(49);
  });

  test('answers as the parser does, or not at all, for damaged manifests', LONG_TIMEOUT, () => {
    let answered = 0;
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const how = dice(seed);
        const damaged = mutated(how.pick(SAMPLES), how);
        try {
          if (agrees(decodeUtf8(damaged))) answered++;
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
        }
      }),
      runs(5_000),
    );
    expect(answered).toBeGreaterThan(19);
  });

  test('answers for what people write', () => {
    expect(SAMPLES.filter((sample) => readPlainYaml(decodeUtf8(sample)) === undefined).map(decodeUtf8)).toEqual([]);
    for (const sample of SAMPLES) agrees(decodeUtf8(sample));
  });
});
