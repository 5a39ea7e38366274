/**
 * A company's own certificate authority, and a certificate that it has signed, made by openssl.
 *
 *     const { ca, cert, key } = makeCertificates(folder, ['127.0.0.1', 'registry.example.test']);
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';

export interface Certificates {
  /** Paths of PEM files. */
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

export function makeCertificates(folder: string, names: readonly string[]): Certificates {
  const at = (name: string): string => join(folder, name);
  const openssl = (...words: readonly string[]): void => void execFileSync('openssl', words, { stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...newKey, '-days', '30', '-subj', '/CN=Company', '-keyout', at('ca.key'), '-out', at('ca.pem'));
  openssl('req', ...newKey, '-subj', '/CN=registry', '-keyout', at('server.key'), '-out', at('server.csr'));
  const alternatives = names.map((name) => `${isIP(name) === 0 ? 'DNS' : 'IP'}:${name}`).join(',');
  writeFileSync(at('extensions'), `subjectAltName=${alternatives}\n`);
  const signer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '30', '-extfile', at('extensions')];
  openssl('x509', '-req', '-in', at('server.csr'), ...signer, '-out', at('server.pem'));
  return { ca: at('ca.pem'), cert: at('server.pem'), key: at('server.key') };
}
