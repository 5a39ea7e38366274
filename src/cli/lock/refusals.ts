/** Every refusal of `lock` and its subcommands, each code once; `--scan` brings those of vacuum along (L8). */
import type { RefusalRow } from '#core/refusal';
import { createRefusals } from '#lock/refusals';
import { verifyRefusals } from '#lock/verify-refusals';
import { vacuumRefusals } from '#stream/refusals';

const rows = [...createRefusals, ...verifyRefusals, ...vacuumRefusals];

export const lockRefusals: readonly RefusalRow[] = rows
  .filter((row, at) => rows.findIndex(({ code }) => code === row.code) === at)
  .map((row) => ({ ...row, next: [...new Set(rows.filter(({ code }) => code === row.code).flatMap(({ next }) => next))] }));
