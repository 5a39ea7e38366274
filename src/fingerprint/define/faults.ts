/**
 * The faults of a definition, each with the path to its position; the command line maps paths to lines and columns. All faults are found, not only
 * the first.
 *
 *     { path: ['assertions', 2, 'cell_eq', 'cell'], message: 'expected a cell such as B12, found "B0"' }
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';
import { formatSpine } from '#core/json/write';
import { shown } from '../shown.ts';

export type FaultPath = readonly (string | number)[];

export interface Fault {
  readonly path: FaultPath;
  readonly message: string;
}

/** One fault; `path` is relative to the place where it is caught. */
export class Mistake extends Error {
  override readonly name = 'Mistake';
  readonly path: FaultPath;
  constructor(message: string, path: FaultPath = []) {
    super(message);
    this.path = path;
  }
}

export class Faults {
  readonly list: Fault[] = [];

  get count(): number {
    return this.list.length;
  }

  add(path: FaultPath, message: string): void {
    this.list.push({ path, message });
  }

  unknownKeys(object: JsonObject, known: readonly string[], path: FaultPath): void {
    for (const key of Object.keys(object)) {
      if (!known.includes(key)) this.add([...path, key], `unknown key ${shown(key)}: expected ${known.join(', ')}`);
    }
  }

  /** Returns undefined if `read` throws a `Mistake`, which is recorded below `path`. */
  attempt<T>(path: FaultPath, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Mistake)) throw error;
      this.add([...path, ...error.path], error.message);
      return undefined;
    }
  }
}

/** Formats `["assertions",2,"cell_eq"]` as `assertions[2].cell_eq`. */
export function formatFaultPath(path: FaultPath): string {
  const text = path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('');
  return text.startsWith('.') ? text.slice(1) : text;
}

/** Describes the value found, for "expected …, found …". */
export function describeValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return shown(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (!isJsonObject(value)) return formatSpine(value);
  return Object.keys(value).length === 0 ? 'an empty mapping' : 'a mapping';
}
