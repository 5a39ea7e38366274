import { expect, test } from 'vitest';
import { fakeContext } from '../../../tests/helpers/fake-context.ts';
import { run } from '../run.ts';

const record = '{"version":"vacuum.v0","path":"/nowhere","_skipped":true}\n';
const hashed =
  '{"_skipped":true,"bytes_hash":null,"hash_algorithm":null,"path":"/nowhere","tool_versions":{"hash":"0.1.0"},"version":"hash.v0"}';

async function hashOf(stdin: string): Promise<{ lines: string[]; exit: number }> {
  const context = fakeContext('hashbytes --no-witness', { stdin });
  const exit = await run(context);
  return { lines: context.out().split('\n').slice(0, -1), exit };
}

test('hash prints only the envelope for a refusal among the first 4096 records', async () => {
  const { lines, exit } = await hashOf(`${record.repeat(4095)}nonsense\n`);
  expect(exit).toBe(2);
  expect(lines).toEqual([expect.stringContaining('"line":4096')]);
});

test('hash ends the stream with the envelope for a refusal in a later record', async () => {
  const { lines, exit } = await hashOf(`${record.repeat(20_000)}nonsense\n${record}`);
  expect(exit).toBe(2);
  expect(lines.length).toBe(20_001);
  expect(new Set(lines.slice(0, -1))).toEqual(new Set([hashed]));
  expect(lines.at(-1)).toContain('"outcome":"REFUSAL","refusal":{"code":"E_BAD_INPUT","detail":{"error":"expected');
  expect(lines.at(-1)).toContain('"line":20001');
});

test('hash passes on more records than it buffers', async () => {
  const wide = `{"version":"vacuum.v0","path":"/nowhere","_skipped":true,"note":"${'x'.repeat(1 << 20)}"}\n`;
  const { lines, exit } = await hashOf(wide.repeat(40));
  expect(exit).toBe(1);
  expect(lines.length).toBe(40);
});
