import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sshLineOf } from '#keys/ssh-key';
import { runInProcess } from '../faults/run-in-process.ts';
import { fixtures, isThere, why } from './fixtures.ts';
import { A, B, makeSeal } from './seals.ts';

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

it('a seals file that is named is judged line by line, and every byte of it counts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'custody-dsse-'));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const exitOf = async (more = ''): Promise<number | null> =>
    (await runInProcess(folder, `custody verify a --signature a.seals.jsonl --key a.pub${more}`)).exit;
  write('a', 'a\n');
  write('a.pub', `${sshLineOf(A.key)}\n`);
  const seal = makeSeal({ bytes: 'a\n' });
  write('a.seals.jsonl', `${seal}\n`);
  expect(await exitOf()).toBe(0);
  write('a.seals.jsonl', `${seal}\n${makeSeal({ bytes: 'a\n', by: B })}\n`);
  expect(await exitOf()).toBe(0);
  write('a.seals.jsonl', `${seal.replace('"keyid":', '"extra":1,"keyid":')}\n`);
  expect(await exitOf()).toBe(1);
  write('a.seals.jsonl', `${seal}\n{"signatures":[]}\n`);
  expect(await exitOf()).toBe(1);
});
