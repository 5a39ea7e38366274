/** What a stream of records says: its files, and which of them were skipped and why. */
import type { JsonObject } from '#core/json/value';
import { parseFields } from '#stream/hash';
import { readRecords } from '#stream/ops/record-queue';
import { badInput } from '#stream/refusals';
import { type About, about, fact, SkipTally, toolsIn } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Stated, StatedMember } from '../../show.ts';
import { readDocument } from './read-document.ts';

export function statedInRecords(place: Place): Stated {
  const members: StatedMember[] = [];
  const skips = new SkipTally();
  let [tools, facts]: [About['tools'], About['facts']] = [{}, []];
  const { digest } = readDocument(place, (source) => {
    for (const { name, size, isSkipped, record } of readRecords(source, { parse: parseFields, badInput })) {
      const { fields } = record as { readonly fields: JsonObject };
      const hash = fields['bytes_hash'];
      members.push({ path: name, digest: typeof hash === 'string' ? hash : null, size });
      if (isSkipped) skips.add(name, fields['_warnings']);
      if (members.length > 1) continue;
      tools = toolsIn(fields['tool_versions']);
      facts = [...fact('format', fields['version']), ...fact('root', fields['root'])];
    }
    return true;
  });
  return { id: null, digest, members, about: about({ tools, facts, skipped: skips.result() }) };
}
