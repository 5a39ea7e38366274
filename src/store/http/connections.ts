/**
 * Connections, kept for reuse: to the server itself or through the proxy that the environment names, with the authorities that know the
 * signer of its certificate.
 *
 *     const connections = openConnections({ env });
 *     connections.to(url)             the options for http.request
 *     connections.tryOtherAuthorities(url)    whether other authorities may know the server
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { type Authorities, authoritiesOf, type Trust } from './authorities.ts';
import { proxyCredentials, proxyFor } from './proxy.ts';
import { TunnelAgent } from './tunnel.ts';

export interface Route {
  readonly request: typeof http.request;
  /** The URL that the connection goes to. */
  readonly url: URL;
  readonly options: http.RequestOptions;
  /** Headers for the proxy. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Connections {
  to(url: URL): Route;
  tryOtherAuthorities(url: URL): boolean;
  close(): void;
}

export function openConnections(trust: Trust): Connections {
  const { env } = trust;
  const agents = new Map<string, http.Agent>();
  /** For servers whose signer the first authorities do not know: the index of those that do. */
  const authorityIndex = new Map<string, number>();
  let known: readonly Authorities[] | undefined;
  const authorities = (): readonly Authorities[] => (known ??= authoritiesOf(trust));

  function reusedAgent(name: string, open: () => http.Agent): http.Agent {
    const agent = agents.get(name) ?? open();
    agents.set(name, agent);
    return agent;
  }

  function secureAgent(url: URL, proxy: URL | undefined): http.Agent {
    const which = authorityIndex.get(url.origin) ?? 0;
    return reusedAgent(`${which} ${proxy?.href ?? ''}`, () => {
      const secureContext = authorities()[which]?.();
      const options = { keepAlive: true, ...(secureContext === undefined ? {} : { secureContext }) };
      return proxy === undefined ? new https.Agent(options) : new TunnelAgent(proxy, options);
    });
  }

  return {
    to(url) {
      const proxy = proxyFor(url, env);
      if (url.protocol === 'https:') return { request: https.request, url, options: { agent: secureAgent(url, proxy) }, headers: {} };
      const agent = reusedAgent('plain', () => new http.Agent({ keepAlive: true }));
      if (proxy === undefined) return { request: http.request, url, options: { agent }, headers: {} };
      const isSecure = proxy.protocol === 'https:';
      const options = { path: url.href, agent: isSecure ? secureAgent(proxy, undefined) : agent };
      const headers = { host: url.host, ...proxyCredentials(proxy) };
      return { request: isSecure ? https.request : http.request, url: withoutUser(proxy), options, headers };
    },
    tryOtherAuthorities(url) {
      const next = (authorityIndex.get(url.origin) ?? 0) + 1;
      if (url.protocol !== 'https:' || next >= authorities().length) return false;
      authorityIndex.set(url.origin, next);
      return true;
    },
    close() {
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

/** Node would send user and password to the server as a header. */
function withoutUser(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  return bare;
}
