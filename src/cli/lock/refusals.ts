/**
 * Every refusal of `lock` and its subcommands, each code once. `--scan` adds those of vacuum (L8), and tools earlier in a pipeline pass on
 * theirs.
 */
import type { RefusalRow } from '#core/refusal';
import { partRefusals } from '#lock/part/refusals';
import { planRefusals } from '#lock/plan/refusals';
import { createRefusals } from '#lock/refusals';
import { verifyRefusals } from '#lock/verify-refusals';
import { fingerprintRefusalRows } from '#stream/fingerprint-refusals';
import { vacuumRefusals, withoutDuplicates } from '#stream/refusals';

export const lockRefusals: readonly RefusalRow[] = withoutDuplicates([
  ...createRefusals,
  ...verifyRefusals,
  ...partRefusals,
  ...planRefusals,
  ...vacuumRefusals,
  ...fingerprintRefusalRows,
]);
