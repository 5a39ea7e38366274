/**
 * Rows of the result table: the measure, our figure, the peer's, their ratio, the limit, and whether we are below it.
 *
 *     against('lock --scan, sha256', ours, { 'find | xargs sha256sum': peer }, 1.25)
 *     missing('lock --scan, sha256', 'rclone hashsum')
 */
import { medianDifference, medianMs, medianRatio, peakMiB } from './rounds.mjs';

export function against(measure, ours, peers, bar = null) {
  return Object.entries(peers).map(([name, peer]) => {
    const ratio = medianRatio(ours, peer);
    return {
      measure,
      ours: duration(medianMs(ours)),
      peer: `${name}: ${duration(medianMs(peer))}`,
      ratio: `${ratio.toFixed(2)}x`,
      bar: bar === null ? '' : `${bar.toFixed(2)}x`,
      verdict: bar === null ? '' : verdict(round(ratio) <= bar),
    };
  });
}

/** For runs so short that only the difference is meaningful. */
export function above(measure, ours, peers, barMs = null) {
  return Object.entries(peers).map(([name, peer]) => {
    const difference = medianDifference(ours, peer);
    return {
      measure,
      ours: duration(medianMs(ours)),
      peer: `${name}: ${duration(medianMs(peer))}`,
      ratio: `${difference < 0 ? '' : '+'}${difference.toFixed(1)} ms`,
      bar: barMs === null ? '' : `+${String(barMs)} ms`,
      verdict: barMs === null ? '' : verdict(difference <= barMs),
    };
  });
}

export function memory(measure, runs, barMiB) {
  const peak = peakMiB(runs);
  return {
    measure: `${measure}, peak memory`,
    ours: peak === null ? 'not measured' : `${Math.ceil(peak)} MiB`,
    peer: peak === null ? 'GNU time is missing: bench/setup.sh' : '',
    ratio: '',
    bar: `${barMiB} MiB`,
    verdict: peak === null ? '' : verdict(peak <= barMiB),
  };
}

/** How many of them a second, at the median; a limit is the least. */
export function rate(measure, ours, many, least = null) {
  const ms = medianMs(ours);
  const found = millions((many / ms) * 1000);
  return {
    measure,
    ours: duration(ms),
    peer: '',
    ratio: `${found} M/s`,
    bar: least === null ? '' : `${millions(least)} M/s`,
    verdict: least === null ? '' : verdict(Number(found) >= Number(millions(least))),
  };
}

function millions(many) {
  return (many / 1e6).toFixed(2);
}

export function missing(measure, peer) {
  return { measure, ours: '', peer: `${peer}: MISSING, see bench/setup.sh`, ratio: '', bar: '', verdict: '' };
}

export function duration(ms) {
  if (ms < 100) return `${ms.toFixed(1)} ms`;
  return ms < 10_000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

function verdict(isUnder) {
  return isUnder ? 'ok' : 'OVER';
}

/** Compares the printed number: a ratio printed as 1.25x is not above 1.25x. */
function round(ratio) {
  return Math.round(ratio * 100) / 100;
}
