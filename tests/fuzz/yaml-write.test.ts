/** Whatever value is written as YAML is read back as it was, by the same strict reader that reads everything else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseYaml } from '#codecs/yaml/read';
import { formatYaml } from '#codecs/yaml/write';
import { encodeUtf8 } from '#core/bytes/utf8';
import { parseJson } from '#core/json/read';
import { formatJcs } from '#core/json/write';
import { LONG_TIMEOUT, runs } from '../helpers/trials.ts';

/** Texts that a reader of YAML could take for something else. */
const TRAPS =
  'yes|no|~|null|Null|true|1|-0|1.5|1e3|0x1F|.inf|2025-01-01|12:30|- a|? a|a: b|a #b|#a|&a|*a|!a|%a|@a|`a|"a|\'a|[a|{a|<<|---|...| a|a |a\n|\n|\na\n\nb |'.split(
    '|',
  );

test('parseYaml() gives back what formatYaml() wrote', LONG_TIMEOUT, () => {
  const text = fc.oneof(fc.constantFrom(...TRAPS, '|', '>'), fc.string({ unit: 'binary' }), fc.string());
  const { value: values } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(text, fc.integer(), fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: false }),
    ),
  }));
  fc.assert(
    fc.property(values, (value) => {
      const parsed = parseJson(encodeUtf8(JSON.stringify({ value })));
      const written = formatYaml(parsed);
      expect(formatJcs(parseYaml(encodeUtf8(written)))).toBe(formatJcs(parsed));
    }),
    runs(1500),
  );
});
