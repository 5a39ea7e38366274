/**
 * Contestants take turns, A B C A B C …, so that other load of the machine affects all of them equally.
 *
 *     const runs = takeTurns(7, { ours: () => run(…), peer: () => run(…) });
 *     medianRatio(runs.ours, runs.peer)      the median of the ratios of each round
 */
export function takeTurns(rounds, contestants) {
  const runs = Object.fromEntries(Object.keys(contestants).map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const [name, contestant] of Object.entries(contestants)) {
      say(`${round}/${rounds} ${name}`);
      runs[name].push(contestant());
    }
  }
  say('');
  return runs;
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export function medianMs(runs) {
  return median(runs.map(({ ms }) => ms));
}

export function medianRatio(ours, peer) {
  return median(ours.map(({ ms }, round) => ms / peer[round].ms));
}

export function medianDifference(ours, peer) {
  return median(ours.map(({ ms }, round) => ms - peer[round].ms));
}

/** The highest peak of all rounds; null where memory could not be measured. */
export function peakMiB(runs) {
  return runs.some((run) => run.peakMiB === null) ? null : Math.max(...runs.map((run) => run.peakMiB));
}

/** Prints one line that replaces the previous one, only on a terminal. */
function say(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
}
