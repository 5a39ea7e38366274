/**
 * Real PDFs that other programs made, held against what `pdftotext` reads in them. They lie beside this project and are not there on every
 * machine; they are never copied into it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPdf } from '#codecs/pdf/read';
import type { Prose } from '#core/parsed';

interface Words {
  /** Of `pdftotext`; 0 if it read the file. */
  readonly exit: number;
  readonly letters: number;
}

const corpus = fileURLToPath(new URL('../../../shared/fixtures/corpus', import.meta.url));
const folder = join(corpus, 'pdf-pdfjs');
const isThere = existsSync(folder);
const why = isThere ? '' : ' (skipped: the corpus does not lie beside this project)';
const words: Readonly<Record<string, Words>> = isThere ? JSON.parse(readFileSync(join(corpus, 'pdf-words.json'), 'utf8')) : {};
const names = isThere ? readdirSync(folder).filter((name) => name.endsWith('.pdf')) : [];

/** Refused, though `pdftotext` reads something: pages that contain themselves, and a file without an end mark. */
const REFUSED: ReadonlySet<string> = new Set(['Pages-tree-refs.pdf', 'bug1250079.pdf']);
/** Its only page is blank. */
const BLANK: ReadonlySet<string> = new Set(['empty.pdf']);
/** In text from right to left `pdftotext` adds marks of direction and counts them. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;

describe.skipIf(!isThere)(`pdf.v0 of real files${why}`, () => {
  it.each(names)('recognises or refuses %s as pdftotext does, and loses no text silently', async (name) => {
    const { exit, letters } = words[name] as Words;
    const read = await readPdf(readFileSync(join(folder, name))).catch((error: Error) => error);
    if (exit !== 0 || REFUSED.has(name)) return expect(read).toBeInstanceOf(Error);
    const { text, warnings = [] } = read as Prose;
    const found = Array.from(text.normalize('NFKC')).filter((character) => /\S/.test(character)).length;
    const isAllRead = warnings.length === 0;
    if (letters === 0) return expect(isAllRead).toBe(BLANK.has(name));
    return expect(found >= letters * (RIGHT_TO_LEFT.test(text) ? 0.5 : 1) || !isAllRead).toBe(true);
  });
});
