import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { nfcTwin } from './unicode-twin.ts';

const root = scratchFolder('nfc-twin');
const composed = 'caf\u{e9}';
const decomposed = 'cafe\u{301}';

mkdirSync(join(root, decomposed));
writeFileSync(join(root, decomposed, `${composed}.csv`), '');
writeFileSync(join(root, 'plain.csv'), '');
writeFileSync(join(root, '\u{212b}'), '');
symlinkSync('nowhere', join(root, `${composed}.link`));

test.each([
  ['a twin of a segment on the way', `${composed}/${composed}.csv`, `${decomposed}/${composed}.csv`],
  ['a twin of the last segment', `${decomposed}/${decomposed}.csv`, `${decomposed}/${composed}.csv`],
  ['twins of both', `${composed}/${decomposed}.csv`, `${decomposed}/${composed}.csv`],
  ['a twin that is neither composed nor decomposed', '\u{c5}', '\u{212b}'],
])('nfcTwin() finds %s', (_, asked, found) => expect(nfcTwin(root, asked)).toBe(found));

test.each([
  ['plain ASCII', 'missing.csv'],
  ['a name that is there', `${decomposed}/${composed}.csv`],
  ['a name of which there is no twin', `${composed}x`],
  ['a folder that is missing', `nowhere/${composed}`],
  ['what would lie below a file', `plain.csv/${composed}`],
  ['a link to nothing', `${composed}.link`],
])('nfcTwin() finds nothing for %s', (_, asked) => expect(nfcTwin(root, asked)).toBeNull());
