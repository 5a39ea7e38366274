import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.ts';

it('encodeBase64() and decodeBase64() are inverse, and agree with Node', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 70 }), (bytes) => {
      const text = encodeBase64(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64'));
      for (const form of [text, text.replace(/=/g, ''), Buffer.from(bytes).toString('base64url')])
        expect(decodeBase64(form)).toEqual(Uint8Array.from(bytes));
    }),
  );
});

it.each(['A', 'AA=', 'A===', '=', 'AAA==', 'AB', 'AB==', 'AAB', 'A A=', 'AA\n', ' AA==', '+_8=', 'A$==', 'Aé==', 'AA==AA==', 'AAAA='])(
  'decodeBase64() refuses %j',
  (text) => {
    expect(decodeBase64(text)).toBeNull();
  },
);

it('decodeBase64() has another answer for each change of one letter', () => {
  const text = 'AthCgqyV0xpWkvPeHDJr0bQUEtWAj923hSM0rzR5MwKh6+dDxtHnRcX5HTF7k6M8tfFRcLKZPbzMjeRiI/FkBA==';
  const bytes = decodeBase64(text);
  for (let at = 0; at < text.length; at++)
    for (const letter of 'ABQgw+/-_=\u{20}')
      if (letter !== text[at]) expect(decodeBase64(text.slice(0, at) + letter + text.slice(at + 1))).not.toEqual(bytes);
});
