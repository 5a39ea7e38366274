/** The roots that a policy names: in a file beside it, whose digest it may pin, or written into it. */
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { runInProcess } from '../faults/run-in-process.ts';
import { makeCertificate, toPem } from '../helpers/made-certificate.ts';

const PEM = toPem(makeCertificate({ name: 'root', authority: {} }));
const digestOf = (text: string | Uint8Array): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const inline = (indent: string): string => `|\n${PEM.trimEnd().replaceAll(/^/gm, indent)}`;
const IDENTITY = 'identity: alice@example.com\n    issuer: https://issuer.example';
const signer = (root: string): string => `signers:\n  - name: alice\n    ${IDENTITY}\n    roles: [producer]\n    root: ${root}\n`;
const authority = (root: string): string => `${signer('root.pem')}timestamp_authorities:\n  - root: ${root}\n`;
const RULES = 'rules:\n  - kind: lock\n    require: 1 of [alice]\n';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'custody-roots-'));
  writeFileSync(join(folder, 'root.pem'), PEM);
  writeFileSync(join(folder, 'binary'), Uint8Array.of(0xff, 0xfe));
  writeFileSync(join(folder, 'text'), 'no certificate\n');
});

async function checked(body: string) {
  writeFileSync(join(folder, 'p.yaml'), `version: policy.v0\n${body}${RULES}`);
  const { exit, out } = await runInProcess(folder, 'custody policy check p.yaml --json');
  return { exit, code: /"code":"(\w+)"/.exec(out)?.[1] ?? null };
}

const GOOD = { exit: 0, code: null };
it.each([
  ['a file', signer('root.pem')],
  ['a file that is pinned', signer(`root.pem\n    root_digest: ${digestOf(PEM)}`)],
  ['text', signer(inline('      '))],
  ['a file, for timestamps', authority('root.pem')],
  ['a file that is pinned, for timestamps', authority(`root.pem\n    root_digest: ${digestOf(PEM)}`)],
  ['text, for timestamps', authority(inline('      '))],
])('a root that is %s is accepted', async (_, body) => expect(await checked(body)).toEqual(GOOD));

const OTHER = `root.pem\n    root_digest: ${digestOf('other')}`;
it.each([
  ['has other bytes than the policy pins', signer(OTHER), 'E_POLICY_DIGEST'],
  ['has other bytes than the policy pins, for timestamps', authority(OTHER), 'E_POLICY_DIGEST'],
  ['is no text', signer('binary'), 'E_BAD_POLICY'],
  ['is no certificate', signer('text'), 'E_BAD_POLICY'],
  ['is no certificate, for timestamps', authority('text'), 'E_BAD_POLICY'],
  ['is pinned by something else than a digest', signer('root.pem\n    root_digest: sha256:1'), 'E_BAD_POLICY'],
  ['is missing', signer('gone.pem'), 'E_IO'],
])('a root that %s is refused', async (_, body, code) => expect(await checked(body)).toEqual({ exit: 2, code }));
