/**
 * Formats a number of bytes for people, in powers of ten, as for disks and in file listings.
 *
 *     formatBytes(999)         999 B
 *     formatBytes(1_234)       1.2 KB
 *     formatBytes(516e6)       516 MB
 */
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'];

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // A value that would be shown as 1000 is shown in the next unit.
  while (Number(rounded(value, unit)) >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${rounded(value, unit)} ${UNITS[unit]}`;
}

function rounded(value: number, unit: number): string {
  return unit > 0 && value < 99.95 ? value.toFixed(1) : value.toFixed(0);
}
