import { expect, it } from 'vitest';
import type { PageFile } from '../engine/messages.ts';
import { joinFiles, judgedPath } from './join-files.ts';

const file = (path: string, text: string): PageFile => ({ path, file: new File([text], path) });

async function judged(embedded: readonly PageFile[], given: readonly PageFile[]): Promise<object> {
  const { files, differ } = await joinFiles(embedded, given);
  const texts = await Promise.all(files.map(async (each) => [each.path, await each.file.text()] as const));
  return { files: Object.fromEntries(texts), differ };
}

it.each([
  ['a document that the delivery has', [file('d.lock.json', 'L')], [file('in/d.lock.json', 'L')], { 'in/d.lock.json': 'L' }, []],
  ['one that it has under another name', [file('d.lock.json', 'L')], [file('in/x', 'L')], { 'in/x': 'L' }, []],
  ['one that it does not have', [file('d.lock.json', 'L')], [file('data/a', 'a')], { 'd.lock.json': 'L', 'data/a': 'a' }, []],
  ['one that differs', [file('d.lock.json', 'L')], [file('d.lock.json', 'X')], { 'd.lock.json': 'L' }, ['d.lock.json']],
  [
    'one that differs in the folder',
    [file('d.lock.json', 'L')],
    [file('in/d.lock.json', 'X')],
    { 'in/d.lock.json': 'L' },
    ['in/d.lock.json'],
  ],
  [
    'signatures that the delivery has lost',
    [file('d.lock.json.seals.jsonl', 'S'), file('d.lock.json', 'L')],
    [file('in/d.lock.json', 'L')],
    { 'in/d.lock.json': 'L', 'in/d.lock.json.seals.jsonl': 'S' },
    [],
  ],
  [
    'other signatures than were sent',
    [file('d.lock.json', 'L'), file('d.lock.json.seals.jsonl', 'S')],
    [file('in/d.lock.json', 'L'), file('in/d.lock.json.seals.jsonl', 'T')],
    { 'in/d.lock.json': 'L', 'in/d.lock.json.seals.jsonl': 'S' },
    ['in/d.lock.json.seals.jsonl'],
  ],
  [
    'the seals of a pack',
    [file('p/manifest.json', 'M'), file('p.seals.jsonl', 'S')],
    [file('in/p/manifest.json', 'M')],
    { 'in/p/manifest.json': 'M', 'in/p.seals.jsonl': 'S' },
    [],
  ],
])('joinFiles(): %s', async (_, embedded, given, files, differ) => expect(await judged(embedded, given)).toEqual({ files, differ }));

it.each([
  [['a.txt'], '.'],
  [['a.txt', 'a.txt.sig'], 'a.txt'],
  [['in/a.txt', 'in/a.txt.seals.jsonl', 'in/a.txt.tsr'], 'in/a.txt'],
  [['a.txt', 'b.txt.sig'], '.'],
  [['d.lock.json', 'd.lock.json.sig', 'data/a'], '.'],
])('judgedPath(%j) is %s', (paths, path) => expect(judgedPath(paths.map((each) => file(each, '')))).toBe(path));
