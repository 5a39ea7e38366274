/**
 * The tool and the outcome of a report, from the top level of its document. The tool is `tool`, or else `version` without its `.v0`. The
 * outcome is `outcome`, or `decision_band` for assess. A refusal that has neither is recognised by its code.
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

/** Returns null for a document without an outcome, such as a lock or a pack. */
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
