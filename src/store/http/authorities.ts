/**
 * The trusted certificate authorities: those of `--ca-file`, of Node and NODE_EXTRA_CA_CERTS, and of the system, `SSL_CERT_FILE` or its
 * usual file. They are tried one after the other, the next only if the previous ones do not know the signer: reading the system's file
 * takes longer than most requests.
 *
 *     authoritiesOf({ env, caFile: '/etc/company.pem' })[0]?.()      the SecureContext of the file
 */
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import { listParentCommand } from '#core/shell-words';
import { osText } from '#disk/os-error';
import { badSettings } from '../bad-settings.ts';
import type { Environment } from './proxy.ts';

export interface Trust {
  readonly env: Environment;
  /** Absolute. */
  readonly caFile?: string | undefined;
}

/** Undefined where there is no file to read. */
export type Authorities = () => SecureContext | undefined;

/** The files in which systems keep their trusted certificates. */
const SYSTEM_FILES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
  '/opt/homebrew/etc/openssl@3/cert.pem',
];

/** The errors for an unknown signer: the next authorities may know it. */
const UNKNOWN_SIGNER = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
]);

export function isUnknownSigner(code: string): boolean {
  return UNKNOWN_SIGNER.has(code);
}

/** In the order in which they are tried. A `--ca-file` that cannot be used is refused at once. */
export function authoritiesOf({ env, caFile }: Trust): readonly Authorities[] {
  const own = caFile === undefined ? undefined : contextOfFile(caFile);
  return [...(own === undefined ? [] : [() => own]), () => createSecureContext(), () => systemContext(env)];
}

function contextOfFile(path: string): SecureContext {
  let ca: string;
  try {
    ca = readFileSync(path, 'utf8');
  } catch (error) {
    throw badSettings(`--ca-file ${path} cannot be read (${osText(error)})`, listParentCommand(path));
  }
  const context = ca.includes('-----BEGIN CERTIFICATE-----') ? contextOf(ca) : undefined;
  if (context === undefined) throw badSettings(`--ca-file ${path} holds no certificate in PEM form`, listParentCommand(path));
  return context;
}

/** A file that cannot be read or used is skipped, as other programs do. */
function systemContext(env: Environment): SecureContext | undefined {
  const named = env['SSL_CERT_FILE'];
  for (const path of named === undefined || named === '' ? SYSTEM_FILES : [named]) {
    try {
      return contextOf(readFileSync(path, 'utf8'));
    } catch {
      // Try the next file.
    }
  }
  return undefined;
}

function contextOf(ca: string): SecureContext | undefined {
  try {
    return createSecureContext({ ca });
  } catch {
    return undefined;
  }
}
