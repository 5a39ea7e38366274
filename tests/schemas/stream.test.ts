import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';

const folder = (name: string): URL => new URL(`../scripts/${name}/`, import.meta.url);

/** Every line that the scripts say a tool prints. */
function printedLines(version: string): string[] {
  return ['vacuum', 'hash'].flatMap((tool) =>
    readdirSync(folder(tool)).flatMap((name) => {
      const lines = readFileSync(new URL(name, folder(tool)), 'utf8').split('\n');
      return lines.filter((line) => line.startsWith('| {') && line.includes(`"version":"${version}"`)).map((line) => line.slice(2));
    }),
  );
}

describe.each(['vacuum.v0', 'hash.v0'])('the schema of %s', (version) => {
  const schema = JSON.parse(readFileSync(new URL(`../../schemas/${version}.json`, import.meta.url), 'utf8'));
  const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true }).compile(schema);

  test('holds for every line the scripts print, records, skips and refusals', () => {
    const lines = printedLines(version);
    const kinds = lines.map((line) =>
      line.includes('"outcome":"REFUSAL"') ? 'refusal' : line.includes('"_skipped":true') ? 'skipped' : 'record',
    );
    expect([...new Set(kinds)].sort()).toEqual(['record', 'refusal', 'skipped']);
    expect(lines.filter((line) => !validate(JSON.parse(line)))).toEqual([]);
  });

  test('does not hold for a record that lost or gained what it must not', () => {
    const [line = ''] = printedLines(version).filter((text) => !text.includes('REFUSAL') && !text.includes('_skipped'));
    const record = JSON.parse(line);
    expect(validate({ ...record, version: 'lock.v0' })).toBe(false);
    expect(validate({ ...record, _skipped: true })).toBe(false);
    expect(validate({ ...record, path: undefined })).toBe(false);
    expect(validate({ ...record, tool_versions: {} })).toBe(false);
  });
});
