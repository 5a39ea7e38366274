/**
 * `key-rotation.yaml`: how long keys are valid, and how to find out that a key was revoked. It is recorded; revocation is not looked up.
 *
 *     version: 1
 *     policy: {rotation_days: 90, grace_days: 14, max_key_age_days: 365, revocation: {method: http, uri: 'https://…'}}
 */
import type { JsonValue } from '#core/json/value';
import { ROTATION_KEYS, requireKnownKeys } from '../credential/known-keys.ts';
import type { Shaped } from './facts.ts';
import { openReading } from './field-reader.ts';

export interface KeyRotation {
  readonly rotationDays: number;
  readonly graceDays: number;
  readonly maxKeyAgeDays: number;
  readonly revocation: { readonly method: string; readonly uri: string | null };
}

const METHODS = ['http', 'dns', 'did', 'manual'];

export function readKeyRotation(value: JsonValue): Shaped<KeyRotation> {
  const document = openReading(value);
  requireKnownKeys(document, ROTATION_KEYS);
  document.integer('version', Number.MIN_SAFE_INTEGER);
  const policy = document.object('policy');
  const revocation = policy.object('revocation');
  return document.shaped({
    rotationDays: policy.integer('rotation_days', 1),
    graceDays: policy.integer('grace_days', 0),
    maxKeyAgeDays: policy.integer('max_key_age_days', 1),
    revocation: { method: revocation.oneOf('method', METHODS), uri: revocation.optionalText('uri') ?? null },
  });
}
