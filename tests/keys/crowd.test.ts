/** Many at once make one key: one of them does, whole, and the others are refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPrivateKey } from '#keys/private/read';
import { parseVerifyingKey } from '#keys/public-key';
import { scratchFolder, start } from '../faults/program.ts';

it('custody key new, eight times at once, makes one key with its own public half', async () => {
  const folder = scratchFolder();
  const env = { XDG_CONFIG_HOME: join(folder, 'config') };
  const runs = Array.from({ length: 8 }, () => start(folder, ['custody', 'key', 'new', '--no-passphrase', '--json'], env).ended);
  const ended = await Promise.all(runs);
  expect([0, 2].map((code) => ended.filter(({ exit }) => exit === code).length)).toEqual([1, 7]);
  for (const { exit, out } of ended) if (exit === 2) expect(out).toContain('"code":"E_KEY"');
  const keys = join(folder, 'config/custody/keys');
  expect(readdirSync(keys).sort()).toEqual(['default.pem', 'default.pub']);
  const [pem, line] = ['pem', 'pub'].map((ending) => readFileSync(join(keys, `default.${ending}`), 'utf8')) as [string, string];
  expect(readPrivateKey(pem).publicKey?.keyid).toBe(parseVerifyingKey(line).keyid);
});
