import { expect, it } from 'vitest';
import { proxyCredentials, proxyFor, shownProxy } from './proxy.ts';

const of = (url: string, env: Record<string, string>): string | undefined => proxyFor(new URL(url), env)?.href;

it.each<[string, Record<string, string>, string | undefined]>([
  ['https://a.test/', { HTTPS_PROXY: 'http://p:3128' }, 'http://p:3128/'],
  ['https://a.test/', { https_proxy: 'http://small:1', HTTPS_PROXY: 'http://p:3128' }, 'http://small:1/'],
  ['https://a.test/', { HTTPS_PROXY: 'p:3128' }, 'http://p:3128/'],
  ['https://a.test/', { HTTPS_PROXY: 'https://p' }, 'https://p/'],
  ['https://a.test/', { HTTP_PROXY: 'http://p:3128' }, undefined],
  ['http://a.test/', { HTTP_PROXY: 'http://p:3128' }, 'http://p:3128/'],
  ['http://a.test/', { HTTP_PROXY: 'http://p:3128', REQUEST_METHOD: 'GET' }, undefined],
  ['http://a.test/', { ALL_PROXY: 'http://p:3128' }, 'http://p:3128/'],
  ['https://a.test/', { HTTPS_PROXY: ' ' }, undefined],
  ['https://localhost:5000/', { HTTPS_PROXY: 'http://p:3128' }, undefined],
  ['http://127.0.0.1/', { HTTP_PROXY: 'http://p:3128' }, undefined],
  ['https://[::1]/', { HTTPS_PROXY: 'http://p:3128' }, undefined],
])('proxyFor() %s with %j is %s', (url, env, proxy) => expect(of(url, env)).toBe(proxy));

it.each<[string, string, boolean]>([
  ['https://registry.example.org/', 'example.org', true],
  ['https://registry.example.org/', '.example.org', true],
  ['https://registry.example.org/', '*.example.org', true],
  ['https://example.org/', '.example.org', true],
  ['https://badexample.org/', 'example.org', false],
  ['https://registry.example.org/', 'a.test, EXAMPLE.ORG', true],
  ['https://registry.example.org./', 'example.org', true],
  ['https://registry.example.org/', 'a.test b.test', false],
  ['https://registry.example.org/', '*', true],
  ['https://registry.example.org:5000/', 'registry.example.org:5000', true],
  ['https://registry.example.org:5001/', 'registry.example.org:5000', false],
  ['https://registry.example.org/', 'registry.example.org:443', true],
  ['https://10.1.2.3/', '10.0.0.0/8', true],
  ['https://11.1.2.3/', '10.0.0.0/8', false],
  ['https://10.1.2.3/', '10.1.2.3', true],
  ['https://10.1.2.3/', '2.3', false],
  ['https://[fd00::1]/', 'fd00::/8', true],
  ['https://[fd00::1]/', '[fd00::1]:443', true],
  ['https://10.1.2.3/', '10.0.0.0/99', false],
  ['https://a.test/', '', false],
  ['https://a.test/', '.', false],
])('proxyFor() %s with NO_PROXY %j goes past it: %s', (url, list, isPast) => {
  expect(of(url, { HTTPS_PROXY: 'http://p:3128', NO_PROXY: list }) === undefined).toBe(isPast);
});

it.each(['socks5://user:hunter2@p:1080', 'http://', 'http://user:hunter2@', '::'])(
  'proxyFor() refuses %s, and repeats nothing of it',
  (named) => {
    expect(() => of('https://a.test/', { HTTPS_PROXY: named })).toRefuse('E_IO', {}, expect.not.stringContaining('hunter2'));
  },
);

it('proxyCredentials() decodes user and password, and neither is shown', () => {
  const proxy = new URL('http://a%40b:hunter%3A2@p:3128');
  expect(proxyCredentials(proxy)).toEqual({ 'proxy-authorization': `Basic ${Buffer.from('a@b:hunter:2').toString('base64')}` });
  expect(shownProxy(proxy)).toBe('http://p:3128');
  expect(proxyCredentials(new URL('http://p:3128'))).toEqual({});
});
