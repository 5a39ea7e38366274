/**
 * Whether the times of a file can show a later change. A file that is written again within the tick of the clock in which it was read keeps
 * its times, and a cache would take the new bytes for the old ones (git calls such a file *racily clean*). Its row is not kept.
 *
 *     isSettled({ mtimeNs, ctimeNs }, 1_768_473_000_000, { isOnNetwork: false })
 */

/** The time that must have passed: ten ticks of the slowest clock of a kernel, 100 Hz. */
const TICKS_MS = 100;
/** The same for a time in whole seconds: some file systems keep no fractions, and FAT keeps only every second one. */
const SECONDS_MS = 2000;
/** The same on a network file system: its times come from the clock of another machine, which may be wrong by hours. */
const OTHER_CLOCK_MS = 86_400_000;

const SECOND_NS = 1_000_000_000n;
const MS_NS = 1_000_000n;

export interface FileTimes {
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** `readAt` is the moment before the file was read, in milliseconds since 1970. */
export function isSettled({ mtimeNs, ctimeNs }: FileTimes, readAt: number, { isOnNetwork }: { readonly isOnNetwork: boolean }): boolean {
  return [mtimeNs, ctimeNs].every((time) => {
    const tick = isOnNetwork ? OTHER_CLOCK_MS : time % SECOND_NS === 0n ? SECONDS_MS : TICKS_MS;
    return time / MS_NS + BigInt(tick) < BigInt(Math.floor(readAt));
  });
}
