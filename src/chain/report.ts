/**
 * The report of `chain verify --json`, `chain-verify.v0`: every requested tool has one of four statuses, and the counts add up.
 *
 *     {"version":"chain-verify.v0","outcome":"CHAIN_DRIFT","counts":{"ok":1,"drifted":1,"unlocked":0,"refused":0},"tools":[…],"refusal":null}
 */
import type { JsonObject } from '#core/json/value';
import type { Refusal } from '#core/refusal';
import { findingFields } from './findings.ts';
import { type SkippedFile, skippedFields } from './skipped-file.ts';
import { countFields, countsOf, type ToolVerdict, verifyOutcome } from './verify.ts';

const REPORT_VERSION = 'chain-verify.v0';

/** `passedOver` is given if every tool was requested. */
export function reportDocument(
  tools: readonly ToolVerdict[],
  frozen: boolean,
  passedOver: readonly SkippedFile[] | null = null,
): JsonObject {
  const refused = tools.find(({ refusal }) => refusal !== null)?.refusal ?? null;
  return {
    version: REPORT_VERSION,
    outcome: verifyOutcome(tools, frozen),
    frozen,
    counts: { ...countFields(countsOf(tools)), ...(passedOver === null ? {} : { passed_over: passedOver.length }) },
    tools: tools.map(toolFields),
    ...(passedOver === null ? {} : { passed_over: passedOver.map(skippedFields) }),
    refusal: refused === null ? null : refusalFields(refused),
  };
}

function toolFields({ id, version, lock, status, findings, refusal }: ToolVerdict): JsonObject {
  return {
    tool_id: id,
    version,
    lock: lock === null ? null : { space: lock.space, file: lock.file },
    status,
    findings: findings.map(findingFields),
    refusal: refusal === null ? null : refusalFields(refusal),
  };
}

function refusalFields({ code, message, detail, nextCommand }: Refusal): JsonObject {
  return { code, message, detail, next_command: nextCommand };
}
