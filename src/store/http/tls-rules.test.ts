import { expect, it } from 'vitest';
import { requireProtected } from './tls-rules.ts';

const WITH_PASSWORD = '//user:secret@192.0.2.2:5832/x';

it.each([`https:${WITH_PASSWORD}`, 'http://192.0.2.2/x', 'http://user:secret@127.0.0.1/x'])(
  'requireProtected() allows %s, if plain HTTP is allowed',
  (url) => requireProtected('GET', new URL(url), true),
);

it('requireProtected() sends no password without TLS, whatever is allowed', () => {
  const refusal = 'GET http://192.0.2.2:5832/x: a user and a password are not sent without TLS';
  expect(() => requireProtected('GET', new URL(`http:${WITH_PASSWORD}`), true)).toRefuse('E_IO', {}, refusal);
});
