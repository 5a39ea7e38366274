/** The assertion that the document, or every value of a jsonl, keeps a JSON Schema. */
import { counted, grouped } from '#core/count-text';
import { type AssertionKind, assertion, missed, passed, unjudged } from '../assert/assertion.ts';
import type { CellPlace } from '../columns/named-cells.ts';
import { formatPlace, placesOf } from '../columns/offenders.ts';
import { textField } from '../define/field-types.ts';
import { optional } from '../define/fields.ts';
import { TREE_FORMATS } from '../formats.ts';
import { type Place, pointerOf } from './place.ts';
import { SCHEMA } from './schema-field.ts';

/** The name of a file beside the definition. */
export const SCHEMA_FILE = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;
const MAX_SHOWN = 10;

export const SCHEMA_ASSERTIONS: readonly AssertionKind[] = [
  assertion({
    name: 'json_schema',
    formats: TREE_FORMATS,
    doc: 'The document, or every value of a jsonl, keeps the JSON Schema (draft 2020-12, or draft-07 if `$schema` says so). The schema is given here, or in `schema_file`, a file beside the definition, which is part of its version.',
    fields: {
      schema: optional(SCHEMA),
      schema_file: optional(textField('the name of a file beside the definition', (text) => (SCHEMA_FILE.test(text) ? text : null))),
    },
    objection: ({ schema, schema_file }) =>
      schema !== null
        ? null
        : schema_file === null
          ? 'missing field "schema" or "schema_file"'
          : `the schema of ${schema_file} was not read`,
    begin({ schema }, { format }) {
      const isLines = format === 'jsonl';
      const first: { readonly where: CellPlace; readonly message: string }[] = [];
      let [faults, bad, values] = [0, 0, 0];
      return {
        feed: {
          value(value, line) {
            values++;
            const report = (place: Place | null, message: string): void => {
              if (faults++ >= MAX_SHOWN) return;
              const pointer = pointerOf(place);
              first.push({ message, where: isLines ? { line, pointer } : { pointer } });
            };
            if (schema !== null && !schema(value, null, report)) bad++;
          },
        },
        verdict() {
          if (values === 0) return unjudged('values that keep the schema', 'no value');
          if (bad === 0) return passed(`${counted(values, 'value')}, the schema holds`);
          const named = first.map(({ message, where }) => `${message} ${formatPlace(where)}`).join('; ');
          const more = faults > first.length ? `; and ${faults - first.length} more` : '';
          const found = `${counted(faults, 'fault')}${isLines ? ` in ${grouped(bad)} of ${counted(values, 'value')}` : ''}: ${named}${more}`;
          return missed('every value to keep the schema', found, { count: faults, ...placesOf(first.map(({ where }) => where)) });
        },
      };
    },
  }),
];
