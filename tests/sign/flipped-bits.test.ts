/** A signature in which any bit is changed is never accepted, and nothing else but a verdict comes out. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Refusal } from '#core/refusal';
import { judgeSignatureFile } from '#sign/ops/judge-file';
import { readTrust } from '#sign/ops/trust';
import { places } from '../helpers/trials.ts';

const SSH = `-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg11qYAYKxCrfVS/7TyWQHOg7hcv
PapiMlrwIaaPcHURoAAAAUbG9ja0BjdXN0b2R5LmV4YW1wbGUAAAAAAAAABnNoYTUxMgAA
AFMAAAALc3NoLWVkMjU1MTkAAABAXwlhR1m6WQTMP74uW09q6ArR8JyjKa/iNvjycGQLeo
xnuqIk1uZ3V3dQggfTXCylijFXL81n0y/10pc+3K0yBw==
-----END SSH SIGNATURE-----
`;
const COMMENT = 'untrusted comment: x\n';
const MINISIGN = `${COMMENT}RUQBAgMEBQYHCC3BXOgPXf5Qm9pNMq+sl1M6nu/LTbUehy0Z/B5CSLjUgiHiUbI9Oxb3DON5tC/+Ypzyv6nY5da6DVN+7eOAuQU=
trusted comment: timestamp:1700000000\tfile:hello.txt\thashed
nXBgIP9mQTSbWa+1QO+88FVvNqtgMp36/DUTKIDlGJPywhIYP2bKanWkrREuKCYlpONa+gAVFudtOc0EPTacCQ==
`;
const KEY = 'untrusted comment: k\nRWQBAgMEBQYHCNdamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea\n';

it.each([
  ['SSH', SSH, 0],
  // Nobody signs the first comment.
  ['minisign', MINISIGN, COMMENT.length],
])('every bit of a signature of %s counts', async (_, text, from) => {
  const folder = mkdtempSync(join(tmpdir(), 'custody-bits-'));
  const place = (name: string): { given: string; path: string } => ({ given: name, path: join(folder, name) });
  writeFileSync(place('hello.txt').path, 'hello\n');
  writeFileSync(place('key').path, KEY);
  const nothing = {
    allowedSigners: null,
    roots: [],
    tsaRoots: [],
    nonce: null,
    identity: null,
    issuer: null,
    ignoresUnsigned: false,
    at: 0,
  };
  const trust = readTrust({ ...nothing, keys: [place('key')], namespace: 'lock@custody.example' });
  const judge = async (bytes: Uint8Array): Promise<string> => {
    writeFileSync(place('sig').path, bytes);
    try {
      const { signatures } = await judgeSignatureFile({
        signature: place('sig'),
        document: { ...place('hello.txt'), isFolder: false },
        trust,
        describe: () => Promise.reject(new Error('not asked for')),
      });
      return signatures[0]?.state ?? 'none';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.code;
    }
  };
  const good = Buffer.from(text);
  expect(await judge(good)).toBe('trusted');
  const accepted: string[] = [];
  for (let at = from; at < good.length - 1; at++)
    for (const bit of places(8, 4, at)) {
      const flipped = Buffer.from(good);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at);
      if ((await judge(flipped)) === 'trusted') accepted.push(`${at}.${bit}`);
    }
  expect(accepted).toEqual([]);
});
