/** Agents that hang, close, answer nonsense or too much: real sockets, each refused in its limits. */
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { joined, wireString, wireUint32 } from '#core/bytes/ssh-wire';
import { verifyingKeyOfSpki } from '#keys/public-key';
import { agentKeys, agentSigner } from '#keys/signers/agent';
import { sshBlobOf } from '#keys/ssh-key';

const pair = generateKeyPairSync('ed25519');
const key = verifyingKeyOfSpki(pair.publicKey.export({ type: 'spki', format: 'der' }));
const blob = sshBlobOf(key);
const message = Buffer.from('what is said');
const limits = { listMs: 20_000, signMs: 20_000 };
/** Only for agents that fall silent: on a busy machine, others may take as long. */
const short = { listMs: 300, signMs: 300 };
const frame = (type: number, ...parts: readonly Uint8Array[]): Uint8Array => {
  const body = joined(...parts);
  return joined(wireUint32(1 + body.length), Uint8Array.of(type), body);
};
const listed = frame(12, wireUint32(1), wireString(blob), wireString('alice'));
const signature = (bytes: Uint8Array, name = 'ssh-ed25519'): Uint8Array =>
  frame(14, wireString(joined(wireString(name), wireString(bytes))));

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

/** Answers each request with what `answer` gives for its type; null leaves it open for ever. */
async function agent(answer: (type: number) => Uint8Array | 'close' | null): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'agent-')), 's');
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (request: Buffer) => {
      const bytes = answer(request[4] as number);
      if (bytes === 'close') socket.end();
      else if (bytes !== null) socket.write(bytes);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  return path;
}

describe('agentKeys()', () => {
  it.each([
    ['hangs', null, /did not answer in 0\.3 seconds/],
    ['closes', 'close', /closed the connection/],
    ['sends half an answer', listed.subarray(0, 20), /did not answer/],
    ['announces nothing', wireUint32(0), /an answer of 0 bytes/],
    ['announces too much', wireUint32(0x7fffffff), /an answer of 2147483647 bytes/],
    ['sends more than it announced', joined(listed, Uint8Array.of(1)), /more than it announced/],
    ['refuses', frame(5), /refused to list/],
    ['answers with another type', frame(14), /cannot be read/],
    ['says four billion keys', frame(12, wireUint32(0xffffffff)), /announced 4294967295 keys/],
    ['says more keys than it sends', frame(12, wireUint32(2), wireString(blob), wireString('a')), /cannot be read/],
    ['sends bytes after the keys', frame(12, wireUint32(0), Uint8Array.of(1)), /cannot be read/],
    ['speaks another protocol', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), /an answer of 1213486160 bytes/],
  ] as const)('refuses an agent that %s', async (_what, answer, error) => {
    const socket = await agent(() => answer);
    await expect(agentKeys(socket, error.source.includes('did not answer') ? short : limits)).toRefuse('E_AGENT', {}, error);
  });

  it('refuses a path without an agent', async () => {
    await expect(agentKeys('/nonexistent/agent', limits)).toRefuse('E_AGENT', {}, /No such file or directory/);
    await expect(agentKeys('/dev/null', limits)).toRefuse('E_AGENT');
  });

  it('lists a key of a type that it does not know, without its key', async () => {
    const unknown = joined(wireString('sk-ssh-ed25519@openssh.com'), wireString('x'));
    const socket = await agent(() => frame(12, wireUint32(1), wireString(unknown), wireString('token')));
    expect(await agentKeys(socket, limits)).toEqual([{ key: null, type: 'sk-ssh-ed25519@openssh.com', comment: 'token' }]);
  });
});

describe('agentSigner()', () => {
  const good = sign(null, message, pair.privateKey);
  const signing = async (answer: Uint8Array | 'close' | null): Promise<Uint8Array> => {
    const socket = await agent((type) => (type === 11 ? listed : answer));
    return (await agentSigner(socket, key.fingerprint, { ...limits, signMs: (answer === null ? short : limits).signMs })).sign(message);
  };

  it('returns the signature of an agent', async () => expect(Buffer.from(await signing(signature(good))).equals(good)).toBe(true));

  it.each([
    ['hangs', null, /did not answer/],
    ['refuses', frame(5), /refused to sign/],
    ['signs something else', signature(sign(null, Buffer.from('x'), pair.privateKey)), /a signature that is wrong/],
    ['signs with another key', signature(sign(null, message, generateKeyPairSync('ed25519').privateKey)), /a signature that is wrong/],
    ['sends a short signature', signature(good.subarray(1)), /a signature that is wrong/],
    ['sends another type', signature(good, 'ssh-rsa'), /cannot be read/],
    ['sends an empty answer', frame(14), /cannot be read/],
    ['lists keys again', listed, /cannot be read/],
  ] as const)('refuses an agent that %s', async (_what, answer, error) => expect(signing(answer)).toRefuse('E_AGENT', {}, error));
});
