import { expect, it } from 'vitest';
import { parseOciUrl } from './url.ts';

const parse = (url: string, plainHttp = false) => parseOciUrl(url, { plainHttp });

it.each<[string, string, string]>([
  ['oci://registry.example.org/evidence', 'https://registry.example.org/', 'evidence'],
  ['oci://Registry.Example.org:8443/a/b.c/d__e-f/', 'https://registry.example.org:8443/', 'a/b.c/d__e-f'],
  ['oci://localhost/x', 'http://localhost/', 'x'],
  ['oci://localhost:5000/x', 'http://localhost:5000/', 'x'],
  ['oci://127.0.0.1:5000/x', 'http://127.0.0.1:5000/', 'x'],
  ['oci://127.9.8.7/x', 'http://127.9.8.7/', 'x'],
  ['oci://[::1]:5000/x', 'http://[::1]:5000/', 'x'],
  ['oci://10.0.0.1:5000/x', 'https://10.0.0.1:5000/', 'x'],
  ['oci://localhost.example.org/x', 'https://localhost.example.org/', 'x'],
  ['oci://127.0.0.1.example.org/x', 'https://127.0.0.1.example.org/', 'x'],
  ['oci://docker.io/acme/x', 'https://registry-1.docker.io/', 'acme/x'],
])('parseOciUrl() reads %s', (url, base, repository) => expect(parse(url)).toMatchObject({ base: new URL(base), repository }));

it('parseOciUrl() speaks plain HTTP to others when asked', () => {
  expect(parse('oci://registry.example.org/x', true).base.href).toBe('http://registry.example.org/');
});

it.each([
  'oci:registry.example.org/x',
  'oci://registry.example.org',
  'oci://registry.example.org/',
  'oci:///x',
  'oci://registry.example.org/x:latest',
  `oci://registry.example.org/x@sha256:${'0'.repeat(64)}`,
  'oci://registry.example.org/Evidence',
  'oci://registry.example.org/a//b',
  'oci://registry.example.org/../x',
  'oci://registry.example.org/a/%2e%2e/x',
  'oci://registry.example.org/-a',
  'oci://registry.example.org/a...b',
  'oci://registry.example.org/x?token=hunter2',
  'oci://registry.example.org/x#hunter2',
  'oci://registry.example.org:99999/x',
  'oci://registry.example.org:/x',
  'oci://registry example.org/x',
  'oci://registry.example.org\\@evil.org/x',
  'oci://user:hunter2@registry.example.org/x',
  'oci://hunter2@registry.example.org/x',
  `oci://registry.example.org/${'a'.repeat(300)}`,
  'oci://registry.example.org/x\nhunter2',
])('parseOciUrl() refuses %j without repeating it', (url) =>
  expect(() => parse(url)).toRefuse('E_IO', {}, expect.not.stringMatching(/hunter2|registry\.example/)),
);
