import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../../tests/helpers/scratch-folder.ts';
import type { Survey } from '../survey.ts';
import { tellContent } from './content.ts';

const folder = scratchFolder('folder-content');

/** What is told of the member at that path. */
function told(path: string): readonly unknown[] {
  const heard: unknown[] = [];
  const survey: Survey = {
    members: [{ path, bytesHash: '', type: 'report', artifactVersion: 'rvl.v0' }],
    needsContent: () => true,
    isTold: () => false,
    onHashed: () => heard.push('hashed'),
    onContent: (_, source) => heard.push(['content', source.read(new Uint8Array(1 << 22))]),
    onNotRegular: () => heard.push('not regular'),
    onExtra: () => heard.push('extra'),
    onUnreadable: (where, error) => heard.push([where, error]),
  };
  tellContent(folder, 0, survey);
  return heard;
}

describe('tellContent()', () => {
  it.each([0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1])('tells the content of a file of %i bytes', (size) => {
    writeFileSync(join(folder, 'sized'), Buffer.alloc(size));
    expect(told('sized')).toEqual([['content', size]]);
  });

  it('tells nothing of what is gone, nor of what lies below a file that took the place of its folder', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(told('gone')).toEqual([]);
    expect(told('file/inside')).toEqual([]);
  });

  it.each([
    ['folder', () => mkdirSync(join(folder, 'folder'))],
    ['link', () => symlinkSync('sized', join(folder, 'link'))],
    ['pipe', () => execFileSync('mkfifo', [join(folder, 'pipe')])],
  ])('tells that a %s is not regular, and does not wait', (name, make) => {
    make();
    expect(told(name)).toEqual(['not regular']);
  });
});
