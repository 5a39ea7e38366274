import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { isThere, readCases, why } from './fixtures.ts';

interface MinisignCase {
  readonly tool: string;
  readonly name: string;
  readonly message: string;
  readonly public_key: string;
  readonly signature: string;
  readonly verdict: 'accept' | 'refuse';
}

describe.skipIf(!isThere)(`minisign and signify, each case through custody verify${why}`, () => {
  const cases = isThere ? (readCases('minisign', 'cases.json') as readonly MinisignCase[]) : [];

  it.each(cases.map((each) => [`${each.tool} ${each.name}`, each] as const))('%s', async (_, each) => {
    const folder = mkdtempSync(join(tmpdir(), 'custody-minisign-'));
    writeFileSync(join(folder, 'message'), Buffer.from(each.message, 'base64'));
    writeFileSync(join(folder, 'message.minisig'), each.signature);
    writeFileSync(join(folder, 'key.pub'), each.public_key);
    const { exit, out } = await runInProcess(folder, 'custody verify message --signature message.minisig --key key.pub');
    if (each.verdict === 'accept') expect({ exit, out }).toMatchObject({ exit: 0 });
    else expect([1, 2]).toContain(exit);
  });
});
