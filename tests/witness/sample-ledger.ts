/**
 * Ledgers for tests.
 *
 *     sampleChain(3)            three sealed lines, each following the one before
 *     rawLines('a\nb')          the lines of a text as the disk would give them
 */
import { encodeUtf8 } from '#core/bytes/utf8';
import { markReused } from '#core/reused';
import { newHasher } from '#hashing/hashers';
import { createRecord, type WitnessFields } from '#witness/create';
import { formatRecord, type WitnessRecord } from '#witness/document';
import type { RawLine } from '#witness/verify';

const HASH = `blake3:${'0123456789abcdef'.repeat(4)}`;

export function sampleFields(number: number, changes: Partial<WitnessFields> = {}): WitnessFields {
  return {
    tool: 'lock',
    version: '0.1.0',
    binary_hash: HASH,
    inputs: [{ path: `été-${number}.jsonl`, hash: HASH, bytes: number }],
    params: { dataset_id: `d${number}`, as_of: null, note: 'a "quoted"\nnote' },
    outcome: 'LOCK_CREATED',
    exit_code: 0,
    output_hash: HASH,
    ts: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString().replace('.000Z', 'Z'),
    ...changes,
  };
}

export function sampleRecords(count: number, change: (number: number) => Partial<WitnessFields> = () => ({})): WitnessRecord[] {
  const records: WitnessRecord[] = [];
  for (let number = 1; number <= count; number++) {
    records.push(createRecord(sampleFields(number, change(number)), records.at(-1)?.id ?? null, newHasher));
  }
  return records;
}

export function sampleChain(count: number): string[] {
  return sampleRecords(count).map(formatRecord);
}

/** `text` as bytes or as a string; every line but perhaps the last is ended. */
export function rawLines(text: string | Uint8Array): RawLine[] {
  const bytes = typeof text === 'string' ? encodeUtf8(text) : text;
  const lines: RawLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(10, start);
    lines.push({ bytes: markReused(bytes.subarray(start, end < 0 ? bytes.length : end)), isEnded: end >= 0, isTooLong: false });
    start = end < 0 ? bytes.length : end + 1;
  }
  return lines;
}

export function ledgerText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
