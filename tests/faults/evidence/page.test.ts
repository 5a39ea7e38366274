import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isLinux, scratchFolder, sh } from '../program.ts';

const folder = scratchFolder();
const little = { NODE_OPTIONS: '--max-old-space-size=96' };
const MIB = 1 << 20;

describe.skipIf(!isLinux)('custody page of long documents', () => {
  it('needs little more memory than the documents have, and writes every byte of them', () => {
    const bytes = Buffer.alloc(40 * MIB + 1, 'a line of a ledger\n');
    writeFileSync(join(folder, 'long.jsonl'), bytes);
    expect(sh(folder, 'custody page long.jsonl --output long.html --no-witness', little)).toMatchObject({ exit: 0 });
    const html = readFileSync(join(folder, 'long.html'), 'utf8');
    const [, list = ''] = /<script type="application\/json" id="evidence">(.*?)<\/script>/.exec(html) ?? [];
    const [document, ...others] = JSON.parse(list) as { base64: string; path: string }[];
    expect([others, document?.path]).toEqual([[], 'long.jsonl']);
    expect(Buffer.from(document?.base64 ?? '', 'base64').equals(bytes)).toBe(true);
  });

  it('refuses more than fit into a page, whether they are named one by one or lie in a folder', () => {
    sh(folder, 'mkdir f && for i in 1 2 3; do printf \'{"version":"lock.v0"\' > f/$i.lock.json && truncate -s 40M f/$i.lock.json; done');
    for (const named of ['f', 'f/1.lock.json f/2.lock.json']) {
      const { exit, out } = sh(folder, `custody page ${named} --output more.html --no-witness`, little);
      expect([exit, out]).toEqual([2, expect.stringContaining('more than 67108864 bytes with f/2.lock.json: name fewer')]);
    }
  });
});
