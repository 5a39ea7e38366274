/**
 * A real registry, Debian's `docker-registry`, on a free port of this machine, with its own folder.
 *
 *     const registry = await startRegistry();          url: oci://127.0.0.1:41237/evidence
 *     afterAll(registry.stop);
 *
 * `noRegistry` says why none is available on this machine; undefined where one is.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { debianProgram } from './debian-programs.ts';

export interface Registry {
  /** The URL of a repository that does not exist yet. */
  readonly url: string;
  /** `127.0.0.1:41237` */
  readonly host: string;
  /** `http://127.0.0.1:41237` */
  readonly origin: string;
  /** The folder in which it keeps its blobs. */
  readonly folder: string;
  stop(): Promise<void>;
}

export type RegistryAuth = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const USER = 'auditor';
export const PASSWORD = 'correct horse battery staple';
/** The bcrypt hash of that password. */
const PASSWORD_HASH = '$2y$05$abcdefghijklmnopqrstuuFiPhXf1sVd3pCCRO.uVh34H/qI/ZsuS';
const START_MS = 180_000;

const program = await debianProgram('docker-registry');
export const noRegistry = typeof program === 'string' ? program : undefined;

/** Uses TLS where certificates are given, as paths of PEM files. */
export async function startRegistry(auth: RegistryAuth = {}, tls?: { readonly cert: string; readonly key: string }): Promise<Registry> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'custody-registry-')));
  const config = join(folder, 'config.yml');
  // The configuration is YAML, and JSON is valid YAML.
  writeFileSync(
    config,
    JSON.stringify({
      version: '0.1',
      log: { level: 'info', formatter: 'json' },
      storage: { filesystem: { rootdirectory: join(folder, 'data') } },
      http: { addr: '127.0.0.1:0', ...(tls === undefined ? {} : { tls: { certificate: tls.cert, key: tls.key } }) },
      ...(Object.keys(auth).length === 0 ? {} : { auth }),
    }),
  );
  return run(folder, config);
}

/** A registry that requires USER and PASSWORD. */
export async function startRegistryWithPassword(): Promise<Registry> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'custody-registry-users-')));
  const path = join(folder, 'htpasswd');
  writeFileSync(path, `${USER}:${PASSWORD_HASH}\n`);
  const registry = await startRegistry({ htpasswd: { realm: 'evidence', path } });
  return {
    ...registry,
    stop: async () => {
      await registry.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ends the registry when its standard input ends: a killed test leaves no process behind. */
const GUARD = '"$0" serve "$1" < /dev/null & registry=$!; read -r _; kill -9 "$registry"; wait "$registry"';

async function run(folder: string, config: string): Promise<Registry> {
  if (typeof program === 'string') throw new Error(program);
  const child = spawn('sh', ['-c', GUARD, program.path, config], { env: { ...process.env, ...program.env }, stdio: 'pipe' });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const host = await new Promise<string>((resolve, reject) => {
    let said = '';
    const limit = setTimeout(() => reject(new Error(`docker-registry did not start: ${said}`)), START_MS);
    const hear = (bytes: Buffer) => {
      if (said.length > 1 << 16) return;
      said += bytes.toString();
      const found = /listening on (127\.0\.0\.1:\d+)/.exec(said)?.[1];
      if (found === undefined) return;
      clearTimeout(limit);
      resolve(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => reject(new Error(`docker-registry ended: ${said}`)));
    child.once('error', reject);
  });
  return {
    url: `oci://${host}/evidence`,
    host,
    origin: `http://${host}`,
    folder: join(folder, 'data'),
    stop: async () => {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
