/**
 * Every JSON object in the expected output of a script, on one line or indented.
 *
 *     | {"outcome":"REFUSAL",…}          | {
 *                                        |   "outcome": "OK",
 *                                        | }
 */
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../scripts/', import.meta.url);

/** `rooms` are folders of scripts; the default is all. */
export function printedDocuments(rooms: readonly string[] = ['.']): Record<string, unknown>[] {
  const texts = rooms.flatMap((room) =>
    readdirSync(new URL(`${room}/`, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.txt'))
      .map((name) => readFileSync(new URL(`${room}/${name}`, folder), 'utf8')),
  );
  return texts.flatMap((text) => [...linesWithObjects(text), ...indentedObjects(text)]);
}

function linesWithObjects(text: string): Record<string, unknown>[] {
  const lines = text.split('\n').filter((line) => line.startsWith('| {"') && line.endsWith('}'));
  return lines.map((line) => JSON.parse(line.slice(2)) as Record<string, unknown>);
}

function indentedObjects(text: string): Record<string, unknown>[] {
  return Array.from(text.matchAll(/^\| \{\n([^]*?)^\| \}$/gm), ([whole]) => {
    return JSON.parse(whole.replaceAll(/^\| /gm, '')) as Record<string, unknown>;
  });
}
