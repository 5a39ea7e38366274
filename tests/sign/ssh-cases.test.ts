import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { isThere, readCases, why } from './fixtures.ts';

interface SshCase {
  readonly name: string;
  readonly message: string;
  readonly signature: string;
  readonly allowed_signers: string;
  readonly identity: string;
  readonly namespace: string;
  readonly verify_time?: string;
  readonly ssh_keygen: 'accept' | 'refuse';
  readonly advice?: string;
}

/** Where we differ from ssh-keygen, the case says so; an RSA key and a bad line of the list are accepted. */
function isGood({ ssh_keygen, advice = '' }: SshCase): boolean {
  return ssh_keygen === 'accept' && !advice.startsWith('refuse');
}

describe.skipIf(!isThere)(`SSH signatures, each case through custody verify${why}`, () => {
  const cases = isThere ? (readCases('ssh', 'cases.json') as readonly SshCase[]) : [];

  it.each(cases.map((each) => [each.name, each] as const))('%s', async (_, each) => {
    const folder = mkdtempSync(join(tmpdir(), 'custody-ssh-'));
    writeFileSync(join(folder, 'message'), Buffer.from(each.message, 'base64'));
    writeFileSync(join(folder, 'message.sig'), each.signature);
    writeFileSync(join(folder, 'allowed'), each.allowed_signers);
    const at = each.verify_time === undefined ? '' : ` --at ${each.verify_time}`;
    const line = `custody verify message --signature message.sig --allowed-signers allowed --identity ${each.identity} --namespace ${each.namespace}${at}`;
    const { exit, out, err } = await runInProcess(folder, line);
    expect({ exit, out, err }).toMatchObject({ exit: isGood(each) ? 0 : 1 });
  });
});
