/**
 * The document of `chain resolve --json`, `chain-resolve.v0`: every element, where it was found, and what it shadows.
 *
 *     {"version":"chain-resolve.v0","outcome":"CHAIN_OK","tool_id":"web/scraper","lock":null,"chain":[…],"findings":[]}
 */
import type { JsonObject } from '#core/json/value';
import { type Finding, findingFields } from './findings.ts';
import type { Element } from './resolve.ts';

export interface ResolvedChain {
  readonly id: string;
  /** The lock that the chain was read from; null if the chain was searched. */
  readonly lock: string | null;
  readonly chain: readonly Element[];
  readonly findings: readonly Finding[];
}

export function resolveDocument({ id, lock, chain, findings }: ResolvedChain): JsonObject {
  return {
    version: 'chain-resolve.v0',
    outcome: findings.length === 0 ? 'CHAIN_OK' : 'CHAIN_DRIFT',
    tool_id: id,
    lock,
    chain: chain.map(elementFields),
    findings: findings.map(findingFields),
  };
}

function elementFields({ itemId, space, file, version, toolType, executorId, integrity, signature, shadowed }: Element): JsonObject {
  return {
    item_id: itemId,
    space,
    file,
    version,
    tool_type: toolType,
    executor_id: executorId,
    integrity,
    signed_by: signature?.fingerprint ?? null,
    shadowed: shadowed.map((other) => ({ ...other })),
  };
}
