/**
 * Whether a server on this machine uses TLS: a handshake is started, no data is sent, and no certificate is checked. If the server answers
 * in another way, or not at all, plain HTTP is used.
 *
 *     await usesTls(new URL('http://127.0.0.1:5000/'))
 */
import { connect } from 'node:tls';

const PATIENCE_MS = 2000;

export function usesTls({ hostname, port }: URL): Promise<boolean> {
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
