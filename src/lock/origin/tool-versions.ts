/** Collects the tool versions from the records (L6). For each tool the first version counts. */
import { emptyObject, isJsonObject } from '#core/json/value';
import { FIELD, type StreamRecord } from '../record.ts';

export class ToolVersions {
  readonly #versions = new Map<string, string>();
  /** The bytes of `tool_versions` in the previous record. All records of one run have the same bytes here, so they are parsed once. */
  #last: Uint8Array = new Uint8Array(0);

  merge(record: StreamRecord): void {
    if (record.isAbsent(FIELD.tool_versions) || record.isSpelled(FIELD.tool_versions, this.#last)) return;
    const value = record.value(FIELD.tool_versions);
    this.#last = record.bytes.slice(record.start(FIELD.tool_versions), record.end(FIELD.tool_versions));
    if (!isJsonObject(value)) return;
    for (const [tool, version] of Object.entries(value)) if (typeof version === 'string') this.add(tool, version);
  }

  add(tool: string, version: string): void {
    if (!this.#versions.has(tool)) this.#versions.set(tool, version);
  }

  /** Returns all versions. For `tool` the given version replaces any version from the records. */
  with(tool: string, version: string): Readonly<Record<string, string>> {
    const versions = emptyObject() as Record<string, string>;
    for (const [name, seen] of this.#versions) versions[name] = seen;
    versions[tool] = version;
    return versions;
  }
}
