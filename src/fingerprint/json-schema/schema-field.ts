/**
 * A JSON Schema as a field of a definition: a mapping, or the text of a JSON document, as that of a `schema_file`, in which numbers keep all their
 * digits.
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { JSON_LIMITS } from '#core/json/limits';
import { JsonError, parseJsonExactly } from '#core/json/read';
import type { JsonValue } from '#core/json/value';
import { formatPointer } from '../columns/pointers.ts';
import { type FaultPath, Mistake } from '../define/faults.ts';
import type { FieldType } from '../define/fields.ts';
import type { Check } from './place.ts';
import { compileSchema } from './schema.ts';

export const SCHEMA: FieldType<Check> = {
  words: 'a JSON Schema',
  read(value, compile) {
    const root = typeof value === 'string' ? parsed(value) : value;
    try {
      return compileSchema(root, compile);
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      if (typeof value !== 'string') throw new Mistake(error.message, stepsIn(root, error.path));
      throw new Mistake(`${error.message}, at ${formatPointer(error.path as readonly string[]) || 'its root'} of the schema`);
    }
  },
};

function parsed(text: string): JsonValue {
  try {
    return parseJsonExactly(encodeUtf8(text), JSON_LIMITS.document);
  } catch (error) {
    throw error instanceof JsonError ? new Mistake(`expected a JSON document: ${error.message}`) : error;
  }
}

/** The steps into lists are numbers in the path of a fault. */
function stepsIn(root: JsonValue, path: FaultPath): FaultPath {
  let value: JsonValue | undefined = root;
  return path.map((step) => {
    const isIndex = Array.isArray(value);
    value = (value as Readonly<Record<string, JsonValue>> | undefined)?.[step];
    return isIndex ? Number(step) : step;
  });
}
