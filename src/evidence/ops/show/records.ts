/** What a stream of records says: its files, and which of them were skipped and why. */
import { LineReader, LineTooLong } from '#core/bytes/lines';
import type { JsonObject } from '#core/json/value';
import type { ByteSource } from '#core/ports';
import { parseFields } from '#stream/hash';
import { badInput } from '#stream/refusals';
import { type About, about, fact, SkipTally, toolsIn } from '../../about.ts';
import type { Place } from '../../contract.ts';
import type { Told, ToldMember } from '../../show.ts';
import { readDocument } from './read-document.ts';

export function tellRecords(place: Place): Told {
  const members: ToldMember[] = [];
  const skips = new SkipTally();
  let [tools, facts]: [About['tools'], About['facts']] = [{}, []];
  const { digest } = readDocument(place, (source) => {
    eachLine(source, (bytes, line) => {
      const { name, size, isSkipped, record } = parseFields(bytes, line);
      const { fields } = record as { readonly fields: JsonObject };
      const hash = fields['bytes_hash'];
      members.push({ path: name, digest: typeof hash === 'string' ? hash : null, size });
      if (isSkipped) skips.add(name, fields['_warnings']);
      if (members.length > 1) return;
      tools = toolsIn(fields['tool_versions']);
      facts = [...fact('format', fields['version']), ...fact('root', fields['root'])];
    });
    return true;
  });
  return { id: null, digest, members, about: about({ tools, facts, skipped: skips.result() }) };
}

/** Throws `E_BAD_INPUT` for a line that is too long. */
function eachLine(source: ByteSource, use: (bytes: Uint8Array, line: number) => void): void {
  const lines = new LineReader(source);
  let line = 1;
  try {
    for (; lines.next(); line++) use(lines.bytes.subarray(lines.start, lines.end), line);
  } catch (error) {
    throw error instanceof LineTooLong ? badInput({ line, error: error.message }) : error;
  }
}
