/**
 * Whether a server on this machine speaks TLS: a handshake is begun, nothing is said in it, and no certificate is judged yet. What answers
 * otherwise, or not at all, is spoken to in plain HTTP.
 *
 *     await speaksTls(new URL('http://127.0.0.1:5000/'))
 */
import { connect } from 'node:tls';

const PATIENCE_MS = 2000;

export function speaksTls({ hostname, port }: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: port === '' ? 443 : Number(port), rejectUnauthorized: false, timeout: PATIENCE_MS });
    const answer = (isSpoken: boolean): void => {
      resolve(isSpoken);
      socket.destroy();
    };
    socket.once('secureConnect', () => answer(true));
    socket.once('error', () => answer(false));
    socket.once('timeout', () => answer(false));
    socket.once('close', () => answer(false));
  });
}
