import { posix } from 'node:path';
import { expect, it } from 'vitest';
import { parseFileUrl } from './url.ts';

it.each([
  ['file:/srv/evidence', '/srv/evidence'],
  ['file:/srv/evidence/', '/srv/evidence'],
  ['file:evidence', '/srv/evidence'],
  ['file:./a b', '/srv/a b'],
  ['file:../up', '/up'],
  ['file:.', '/srv'],
  ['file:100%25', '/srv/100%25'],
  ['file:100%', '/srv/100%'],
  ['file:what?#', '/srv/what?#'],
  ['file:///srv/evidence', '/srv/evidence'],
  ['file:///', '/'],
  ['file:///100%25/a%20b', '/100%/a b'],
  ['file:///%C3%A9', '/é'],
  ['file://localhost/srv', '/srv'],
  ['file://LOCALHOST/srv', '/srv'],
  ['FILE:x', '/srv/x'],
])('parseFileUrl() reads %s as %s', (url, path) => expect(parseFileUrl(url, (given) => posix.resolve('/srv', given))).toBe(path));

it.each([
  'file:',
  'file://',
  'file://localhost',
  'file://host/x',
  'file://user:secret@host/x',
  'file://./x',
  'file:///a%2Fb',
  'file:///a%5cb',
  'file:///a%00',
  'file:///a%',
  'file:///%ff',
  'file:///a?b',
  'file:///a#b',
  'file:a\0b',
])('parseFileUrl() refuses %j, and repeats nothing of it', (url) =>
  expect(() => parseFileUrl(url, (given) => posix.resolve('/srv', given))).toRefuse('E_IO', {}, expect.not.stringContaining('secret')),
);
