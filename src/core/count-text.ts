/** Counts for people, with a comma between groups of three digits. */

/** `1 member`, `4,003 members`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `12,340` */
export function grouped(count: number): string {
  return count < 1000 ? String(count) : String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
