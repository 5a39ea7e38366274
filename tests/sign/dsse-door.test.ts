import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { fixtures, isThere, why } from './fixtures.ts';

describe.skipIf(!isThere)(`an envelope of two signers through custody verify${why}`, () => {
  const at = (name: string): string => join(fixtures, 'dsse', name);
  const exitOf = async (words: string): Promise<number | null> => {
    const folder = mkdtempSync(join(tmpdir(), 'custody-dsse-'));
    return (await runInProcess(folder, `custody verify ${at('december.lock.json')} --signature ${at('two-signers.dsse.json')} ${words}`))
      .exit;
  };

  it('is good by either key', async () => {
    expect(await exitOf(`--key ${at('a.pub.pem')}`)).toBe(0);
    expect(await exitOf(`--key ${at('b.pub.pem')}`)).toBe(0);
    expect(await exitOf(`--key ${at('a.pub.pem')} --key ${at('b.pub.pem')}`)).toBe(0);
  });

  it('trusts nobody without a key', async () => expect(await exitOf('')).toBe(1));
});
