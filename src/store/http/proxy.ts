/**
 * The proxy that the environment names for a URL, as other programs read it: `https_proxy` or `http_proxy`, else `all_proxy`, in lower or
 * upper case, unless `no_proxy` names the host. Requests to this machine never use a proxy.
 *
 *     HTTPS_PROXY=http://user:secret@proxy.example.org:3128
 *     NO_PROXY=.example.org,registry.test:5000,10.0.0.0/8        a domain and all below it, one port of a host, a network
 */
import { BlockList, isIP } from 'node:net';
import { badSettings } from '../bad-settings.ts';
import { isLoopback } from './loopback.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export function proxyFor(url: URL, env: Environment): URL | undefined {
  const named = settingOf(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy', env) ?? settingOf('all_proxy', env);
  if (named === undefined || isLoopback(url.hostname) || isExcepted(url, settingOf('no_proxy', env) ?? '')) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  // The value is not repeated: it may contain a password.
  if (proxy === undefined || (proxy.protocol !== 'http:' && proxy.protocol !== 'https:') || proxy.hostname === '')
    throw badSettings('the proxy that the environment names is not http://HOST:PORT or https://HOST:PORT');
  return proxy;
}

/** `http://proxy.example.org:3128`, without user and password. */
export function shownProxy({ protocol, host }: URL): string {
  return `${protocol}//${host}`;
}

/** For `Proxy-Authorization`, where the URL of the proxy names a user. */
export function proxyCredentials({ username, password }: URL): Record<string, string> {
  if (username === '' && password === '') return {};
  const text = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
}

function settingOf(name: string, env: Environment): string | undefined {
  // In a CGI program HTTP_PROXY is the `Proxy` header of the client's request.
  const capital = name === 'http_proxy' && env['REQUEST_METHOD'] !== undefined ? undefined : env[name.toUpperCase()];
  const value = (env[name] ?? capital)?.trim();
  return value === '' ? undefined : value;
}

function isExcepted(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && isNamed(entry, host, port));
}

function isNamed(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return isWithin(entry, host);
  const [, bracketed, plain = '', ofPort] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d+))?$/.exec(entry) ?? [undefined, entry];
  if (ofPort !== undefined && ofPort !== port) return false;
  const domain = (bracketed ?? plain).replace(/^\*?\./, '').replace(/\.$/, '');
  return host === domain || (isIP(host) === 0 && domain !== '' && host.endsWith(`.${domain}`));
}

/** `10.0.0.0/8`, `fd00::/8` */
function isWithin(network: string, host: string): boolean {
  const [address = '', prefix = ''] = network.split('/');
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(prefix) || Number(prefix) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, Number(prefix), type);
  return list.check(host, type);
}
