import { expect, it } from 'vitest';
import type { HttpResponse } from './client.ts';
import { redirection } from './redirect.ts';

const response = (status: number, location?: string): HttpResponse => ({
  url: new URL('https://registry.example.org/a'),
  status,
  headers: location === undefined ? {} : { location },
  each: async () => {},
  bytes: async () => new Uint8Array(),
  text: async () => '',
  drain: async () => {},
});

const request = { method: 'GET', url: new URL('https://registry.example.org/a'), headers: { Authorization: 'Bearer x', accept: '*/*' } };

it('redirection() never leads from HTTPS to HTTP', () => {
  expect(() => redirection(request, response(302, 'http://registry.example.org/b'), false)).toThrow(/from HTTPS to HTTP/);
  expect(() => redirection(request, response(302, 'http://127.0.0.1/b'), false)).toThrow(/from HTTPS to HTTP/);
});

it('redirection() never leads to this machine from elsewhere', () => {
  for (const place of ['https://127.0.0.1/b', 'https://localhost:8443/b', 'https://[::1]/b'])
    expect(() => redirection(request, response(302, place), false)).toThrow(/to this machine itself/);
});

it.each<[string, Record<string, string>]>([
  ['/b', request.headers],
  ['https://registry.example.org/b', request.headers],
  ['https://registry.example.org:443/b', request.headers],
  ['https://registry.example.org:8443/b', { accept: '*/*' }],
  ['https://cdn.example.org/b', { accept: '*/*' }],
  ['//cdn.example.org/b', { accept: '*/*' }],
  ['https://registry.example.org@cdn.example.org/b', { accept: '*/*' }],
])('redirection() takes to %s what may be known there', (place, headers) =>
  expect(redirection(request, response(307, place), false)?.headers).toEqual(headers),
);

it.each([200, 300, 304, 404])('redirection() is none for %i', (status) =>
  expect(redirection(request, response(status, '/b'), false)).toBeUndefined(),
);

it('redirection() is none without a location', () => expect(redirection(request, response(302), false)).toBeUndefined());
