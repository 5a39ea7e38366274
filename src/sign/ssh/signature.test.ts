import { describe, expect, it } from 'vitest';
import { BadSignature } from '../bad-signature.ts';
import { formatSshSignature, parseSshSignature, sshSignedBytes } from './signature.ts';

const TEXT = `-----BEGIN SSH SIGNATURE-----
U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAg11qYAYKxCrfVS/7TyWQHOg7hcv
PapiMlrwIaaPcHURoAAAAUbG9ja0BjdXN0b2R5LmV4YW1wbGUAAAAAAAAABnNoYTUxMgAA
AFMAAAALc3NoLWVkMjU1MTkAAABAXwlhR1m6WQTMP74uW09q6ArR8JyjKa/iNvjycGQLeo
xnuqIk1uZ3V3dQggfTXCylijFXL81n0y/10pc+3K0yBw==
-----END SSH SIGNATURE-----
`;

describe('an SSH signature', () => {
  it('is written as it was read, which is as ssh-keygen writes it', () => {
    expect(formatSshSignature(parseSshSignature(TEXT))).toBe(TEXT);
  });

  it('is over its namespace, its hash and the hash of the message', () => {
    const bytes = sshSignedBytes('lock@custody.example', 'sha512', new Uint8Array(64));
    expect(Buffer.from(bytes).toString('latin1')).toMatch(/^SSHSIG\0\0\0\x14lock@custody\.example\0\0\0\0\0\0\0\x06sha512\0\0\0@\0{64}$/);
  });

  it.each([
    ['', /text before the header/],
    [TEXT.replaceAll('\n', '\r\n'), /end with CR/],
    [`x${TEXT}`, /text before the header/],
    [`${TEXT}x`, /text after the footer/],
    [`${TEXT}${TEXT}`, /a second signature/],
    [TEXT.slice(0, -30), /no footer/],
    [TEXT.replace('U1NI', 'U1N'), /not base64/],
    [TEXT.replace('U1NI', 'U1NJ'), /other bytes in its frame/],
    [TEXT.replace('lHAAAAAQ', 'lHAAAAAA'), /version 0/],
    ['-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQ==\n-----END SSH SIGNATURE-----\n', /damaged/],
  ])('refuses another form', (text, message) => {
    expect(() => parseSshSignature(text)).toThrow(BadSignature);
    expect(() => parseSshSignature(text)).toThrow(message);
  });
});
