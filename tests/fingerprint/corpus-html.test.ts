/**
 * The inputs of html5lib, which are made to confuse parsers of HTML. They lie beside this project and are not there on every machine; they are
 * never copied into it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readHtml } from '#codecs/prose/html';
import { memorySource } from '#core/bytes/source';
import { encodeUtf8 } from '#core/bytes/utf8';
import { ParseFailure } from '#core/parsed';

const folder = fileURLToPath(new URL('../../../shared/fixtures/corpus/html5lib', import.meta.url));
const isThere = existsSync(folder);
const why = isThere ? '' : ' (skipped: the corpus does not lie beside this project)';
const names = isThere ? readdirSync(folder) : [];

function inputsOf(name: string): readonly string[] {
  const text = readFileSync(join(folder, name), 'utf8');
  if (name.endsWith('.dat')) return text.split(/^#data\n/m).map((part) => part.split(/^#errors\n/m)[0] as string);
  return (JSON.parse(text) as { tests: readonly { input: unknown }[] }).tests.map(({ input }) => String(input));
}

describe.skipIf(!isThere)(`html.v0 of the inputs of html5lib${why}`, () => {
  it.each(names)('reads each input of %s, or says why it is no text', (name) => {
    const inputs = inputsOf(name);
    const wrong = inputs.filter((input) => {
      try {
        const { text, details } = readHtml(memorySource(encodeUtf8(input.toWellFormed())), 1 << 20);
        return !text.isWellFormed() || details === undefined;
      } catch (error) {
        return !(error instanceof ParseFailure);
      }
    });
    expect({ wrong, isEmpty: inputs.length === 0 }).toEqual({ wrong: [], isEmpty: false });
  });
});
