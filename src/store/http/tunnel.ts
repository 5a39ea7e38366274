/**
 * Connections to a TLS server through a proxy: `CONNECT host:port`, with the TLS of the server itself inside. If the proxy answers anything
 * else than an open tunnel, that is a connection failure and never treated as the server's answer: no certificate covers it.
 *
 *     new TunnelAgent(new URL('http://proxy.example.org:3128'), { keepAlive: true, secureContext })
 */
import * as http from 'node:http';
import * as https from 'node:https';
import type { Duplex } from 'node:stream';
import * as tls from 'node:tls';
import { proxyCredentials, shownProxy } from './proxy.ts';

type Connected = (error: Error | null, socket?: Duplex) => void;

const IDLE_MS = 30_000;

export class TunnelAgent extends https.Agent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: https.AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  /** Called by Node for each new connection; it takes the socket from the callback. */
  override createConnection(options: tls.ConnectionOptions, connected: Connected): undefined {
    const { host = '', port = 443 } = options;
    openTunnel(this.#proxy, host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`, (error, socket) => {
      if (socket === undefined) connected(error);
      else connected(null, tls.connect({ ...options, socket }));
    });
    return undefined;
  }
}

function openTunnel(proxy: URL, target: string, opened: Connected): void {
  const { request } = proxy.protocol === 'https:' ? https : http;
  const asked = request(proxy, {
    method: 'CONNECT',
    path: target,
    agent: false,
    timeout: IDLE_MS,
    headers: { host: target, 'user-agent': 'custody', ...proxyCredentials(proxy) },
  });
  asked.on('connect', ({ statusCode = 0 }, socket, head) => {
    socket.setTimeout(0);
    if (statusCode === 200 && head.length === 0) return opened(null, socket);
    socket.destroy();
    const text = statusCode === 200 ? 'sent data before it was asked' : `answered HTTP ${statusCode}`;
    opened(failedProxy(proxy, `${text} (${http.STATUS_CODES[statusCode] ?? 'no status'})`, statusCode >= 500 ? 'ECONNRESET' : 'EPROXY'));
  });
  // A proxy that does not support CONNECT may answer as to any other request.
  asked.on('response', (response) => {
    response.destroy();
    opened(failedProxy(proxy, `answered HTTP ${response.statusCode} to CONNECT`, 'EPROXY'));
  });
  asked.on('timeout', () => asked.destroy(Object.assign(new Error('nothing was received for 30 s'), { code: 'ETIMEDOUT' })));
  asked.on('error', (error: NodeJS.ErrnoException) => opened(failedProxy(proxy, error.message, error.code ?? 'EPROXY')));
  asked.end();
}

function failedProxy(proxy: URL, text: string, code: string): Error {
  return Object.assign(new Error(`the proxy ${shownProxy(proxy)}: ${text}`), { code });
}
