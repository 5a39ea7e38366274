/**
 * A timestamp authority (RFC 3161) made of `openssl ts` behind HTTP on this machine, one request at a time, as `openssl ts` needs it.
 *
 *     const authority = await startTimestampAuthority();       a string says why there is none
 *     authority.url, authority.root                            POST here; the path of the root's certificate
 *     authority.clock = '2020-01-01 00:00:00'                  what its clock shows, by faketime
 */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { debianProgram } from '../set-up/debian-programs.ts';

export interface TimestampAuthority {
  readonly url: string;
  /** Paths of PEM files. */
  readonly root: string;
  readonly certificate: string;
  /** The present where it is null. */
  clock: string | null;
  /** Every request, as it was sent. */
  readonly requests: readonly Uint8Array[];
  /** Runs openssl in the authority's folder. */
  openssl(...words: readonly string[]): string;
  stop(): Promise<void>;
}

const run = promisify(execFile);

const CONFIGURATION = `
[ tsa ]
default_tsa = tsa1
[ tsa1 ]
serial = ./tsaserial
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha384, sha512
accuracy = secs:1
ordering = no
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
clock_precision_digits = 0
[ req ]
distinguished_name = dn
prompt = no
[ dn ]
CN = unused
[ ca ]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[ leaf ]
basicConstraints = critical,CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
`;

/** Its certificate is valid for two days, from the time that its clock shows first. */
export async function startTimestampAuthority({ from = null as string | null } = {}): Promise<TimestampAuthority | string> {
  const program = await debianProgram('openssl');
  if (typeof program === 'string') return program;
  const faketime = await preloadedFaketime();
  if (typeof faketime === 'string') return faketime;
  const folder = mkdtempSync(join(tmpdir(), 'custody-tsa-'));
  const at = (name: string): string => join(folder, name);
  const surroundings = (clock: string | null): NodeJS.ProcessEnv => ({
    ...process.env,
    ...program.env,
    ...(clock === null ? {} : { LD_PRELOAD: faketime.library, FAKETIME: `@${clock}`, TZ: 'UTC' }),
  });
  const openssl = (clock: string | null, words: readonly string[]): string =>
    execFileSync(program.path, words, { cwd: folder, stdio: 'pipe', encoding: 'utf8', timeout: 60_000, env: surroundings(clock) });
  writeFileSync(at('tsa.cnf'), CONFIGURATION);
  writeFileSync(at('tsaserial'), '01\n');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-config', 'tsa.cnf'];
  openssl(from, [
    'req',
    '-x509',
    ...key,
    '-days',
    '7300',
    '-subj',
    '/CN=test root',
    '-extensions',
    'ca',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  ]);
  openssl(from, ['req', ...key, '-subj', '/CN=test TSA', '-keyout', 'tsa.key', '-out', 'tsa.csr']);
  const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'tsa.cnf', '-extensions', 'leaf'];
  openssl(from, ['x509', '-req', '-in', 'tsa.csr', ...signer, '-out', 'tsa.pem']);

  const requests: Uint8Array[] = [];
  let queue: Promise<unknown> = Promise.resolve();
  const answer = async (body: Uint8Array, clock: string | null): Promise<Buffer> => {
    writeFileSync(at('q.tsq'), body);
    const words = ['ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'q.tsq', '-signer', 'tsa.pem', '-inkey', 'tsa.key', '-out', 'r.tsr'];
    await run(program.path, words, { cwd: folder, timeout: 60_000, env: surroundings(clock) });
    return readFileSync(at('r.tsr'));
  };
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request);
    requests.push(body);
    const reply = queue.then(() => answer(body, authority.clock));
    queue = reply.catch(() => {});
    await reply.then(
      (bytes) => response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(bytes),
      () => response.writeHead(500).end(),
    );
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const authority: TimestampAuthority = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    root: at('ca.pem'),
    certificate: at('tsa.pem'),
    clock: from,
    requests,
    openssl: (...words) => openssl(null, words),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await queue;
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return authority;
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of request as AsyncIterable<Uint8Array>) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The library of faketime: the program itself would look for it where a system has it. */
async function preloadedFaketime(): Promise<{ readonly library: string } | string> {
  const found = await debianProgram('faketime', 'faketime', 'libfaketime');
  if (typeof found === 'string') return found;
  const own = (found.env['LD_LIBRARY_PATH'] ?? '').split(delimiter);
  const system = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'faketime'));
  const library = [...own, ...system, '/usr/lib/faketime']
    .map((folder) => join(folder, 'libfaketime.so.1'))
    .find((path) => existsSync(path));
  return library === undefined ? 'the library of faketime is nowhere' : { library };
}
