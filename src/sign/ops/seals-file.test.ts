import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { changeSeals, readSeals, sealsPathOf, shownSealsOf } from './seals-file.ts';

const scratch = scratchFolder('seals-file');

it('sealsPathOf() lies beside the file or folder, also if the folder is named by a dot', () => {
  mkdirSync(join(scratch, 'december'));
  expect(sealsPathOf('/data/dec.lock.json')).toBe('/data/dec.lock.json.seals.jsonl');
  expect(sealsPathOf('/data/december/')).toBe('/data/december.seals.jsonl');
  expect(sealsPathOf(join(scratch, 'december', '/.'))).toBe(join(scratch, 'december.seals.jsonl'));
  expect(shownSealsOf('december/')).toBe('december.seals.jsonl');
});

it('changeSeals() adds to what is there, and leaves nothing else behind', () => {
  const path = join(scratch, 'a.seals.jsonl');
  expect(readSeals(path)).toBeNull();
  changeSeals(path, (lines) => [...lines, '{"a":1}'], { sync: false });
  changeSeals(path, (lines) => [...lines, '{"b":2}'], { sync: true });
  expect(readFileSync(path, 'utf8')).toBe('{"a":1}\n{"b":2}\n');
  expect(readdirSync(scratch).filter((name) => name.startsWith('.'))).toEqual([]);
});

it('changeSeals() keeps a last line without an end, and refuses what is no text', () => {
  const path = join(scratch, 'b.seals.jsonl');
  writeFileSync(path, 'x');
  changeSeals(path, (lines) => [...lines, 'y'], { sync: false });
  expect(readFileSync(path, 'utf8')).toBe('x\ny\n');
  writeFileSync(path, Buffer.of(0xff));
  expect(() => changeSeals(path, (lines) => [...lines, 'z'], { sync: false })).toThrow('Not UTF-8');
  expect(readFileSync(path)).toEqual(Buffer.of(0xff));
});
