/** The delivery of the example is made by its scripts to the very bytes that are committed; its definitions have no mistakes. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '#cli/run';
import { fakeContext } from '../helpers/fake-context.ts';
import { scratchFolder } from '../helpers/scratch-folder.ts';

const example = fileURLToPath(new URL('../../examples/fingerprints', import.meta.url));
const made = scratchFolder('fingerprint-examples');

describe('examples/fingerprints', () => {
  it.each([
    ['make-rent-roll.mjs', 'delivery/2025-12/rent-roll.xlsx', ['rent-roll.json']],
    ['make-letter.mjs', 'samples/letter.pdf', []],
  ] as const)('%s makes the very bytes of %s', (script, file, data) => {
    const target = join(made, file.replaceAll('/', '-'));
    execFileSync(process.execPath, [join(example, script), ...data.map((name) => join(example, name)), target]);
    expect(readFileSync(target).equals(readFileSync(join(example, file)))).toBe(true);
  });

  it('has definitions without mistakes', async () => {
    const names = readdirSync(join(example, 'definitions')).filter((name) => name.endsWith('.fp.yaml'));
    const context = fakeContext(`fingerprint check ${names.join(' ')} --no-witness`, { cwd: join(example, 'definitions') });
    expect([await run(context), context.err()]).toEqual([0, '']);
    expect(names.length).toBeGreaterThan(10);
  });
});
