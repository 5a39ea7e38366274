/**
 * What a report says in a word, by the top level of its document: the tool is `tool`, else `version` without its `.v0`; the outcome is
 * `outcome`, of assess `decision_band`. A refusal without either is known by its code.
 *
 *     { version: 'rvl.v0', outcome: 'REAL_CHANGE' }                       rvl, REAL_CHANGE
 *     { tool: 'assess', version: 'assess.v0', decision_band: 'BLOCK' }    assess, BLOCK
 *     { version: 'rvl.v0', refusal: { code: 'E_HEADERS' } }               rvl, REFUSAL
 */
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/value';

export interface ReportOutcome {
  readonly tool: string;
  readonly outcome: string;
}

/** Null for what says no outcome, such as a lock or a pack. */
export function reportOutcome(document: JsonValue): ReportOutcome | null {
  if (!isJsonObject(document)) return null;
  const tool = toolOf(document);
  if (tool === null) return null;
  const outcome = document[tool === 'assess' ? 'decision_band' : 'outcome'];
  if (typeof outcome === 'string') return { tool, outcome };
  return hasRefusal(document) ? { tool, outcome: 'REFUSAL' } : null;
}

function toolOf({ tool, version }: JsonObject): string | null {
  if (typeof tool === 'string') return tool;
  return typeof version === 'string' ? version.replace(/\.v\d+$/, '') : null;
}

function hasRefusal({ refusal }: JsonObject): boolean {
  return isJsonObject(refusal) && typeof refusal['code'] === 'string';
}
