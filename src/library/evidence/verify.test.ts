import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseJson } from '#core/json/read';
import { runTool } from '../../../tests/helpers/run-tool.ts';
import { scratchFolder } from '../../../tests/helpers/scratch-folder.ts';
import { lockFolder } from '../lock.ts';
import { verify } from './verify.ts';

const scratch = scratchFolder('library-verify');
const at = (path: string): string => join(scratch, path);

test('verify() gives the document that custody verify --json prints, with findings that were read before', async () => {
  mkdirSync(at('data'));
  for (const name of ['a', 'b', 'c']) writeFileSync(at(`data/${name}`), name);
  lockFolder(at('data'), { created: '2026-01-15T10:30:00Z' }).write(at('data.lock.json'), { sync: false });
  writeFileSync(at('data/b'), 'x');
  const { outcome, verdicts } = await verify(at('data.lock.json'));
  expect([outcome, verdicts.length, [...(verdicts[0]?.findings ?? [])].length]).toEqual(['FAILED', 1, 1]);
  const printed = await runTool('custody', ['verify', at('data.lock.json'), '--json', '--no-witness'], {
    cwd: scratch,
    env: { HOME: scratch },
  });
  expect(verdicts[0]?.document()).toEqual(parseJson(printed.stdout));
  expect(verdicts[0]?.document()['report']).toMatchObject({ outcome: 'VERIFY_FAILED' });
});

test('verify() takes a root or selfOnly', async () => {
  await expect(verify(scratch, { root: scratch, selfOnly: true })).rejects.toThrow('expected either a root or selfOnly, found both');
});
