/** json.v0 and jsonl.v0: the content hash covers each value, framed: its canonical form, with numbers as exact decimals. */

import { counted } from '#core/count-text';
import { formatExact } from '#core/json/write';
import type { Format, Tree } from '#core/parsed';
import type { NewHasher } from '#core/ports';
import { missed, passed } from '../assert/assertion.ts';
import type { Run } from '../candidate.ts';
import { Framer } from './framing.ts';

export function beginTree(format: Format, tree: Tree, newHasher: NewHasher): Run {
  const framer = new Framer(newHasher);
  framer.text(`${format}.v0`);
  let count = 0;
  return {
    feeds: [],
    onValue(value) {
      framer.text(formatExact(value));
      count++;
    },
    *verdicts() {
      yield { name: `${format}_valid`, verdict: passed(counted(count, 'value')) };
      if (format === 'jsonl') yield { name: 'has_value', verdict: count > 0 ? passed('there is one') : missed('a value', 'none') };
    },
    content() {
      return { extracted: { ...(format === 'jsonl' ? { value_count: count } : {}), ...tree.facts }, contentHash: framer.end() };
    },
  };
}
