import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { samplePack } from '../../../tests/stores/sample-pack.ts';
import { exportPack } from './export.ts';

describe('exportPack()', () => {
  it('writes the same archive for a pack_id, whatever the spelling of the manifest', () => {
    const folder = scratchFolder('export');
    const pack = samplePack(join(folder, 'pack'), { a: 'a', 'sub/b': 'b' });
    const archiveOf = (name: string): Buffer => {
      const path = join(folder, name);
      exportPack({ given: 'pack', path: pack.folder, archive: { given: name, path }, sync: false });
      return readFileSync(path);
    };
    const first = archiveOf('first.tar');
    const manifest = join(pack.folder, 'manifest.json');
    const spelled = JSON.stringify(JSON.parse(readFileSync(manifest, 'utf8')), null, 2);
    writeFileSync(manifest, spelled);
    expect(archiveOf('second.tar').equals(first)).toBe(true);
    expect(readFileSync(manifest, 'utf8')).toBe(spelled);
  });
});
