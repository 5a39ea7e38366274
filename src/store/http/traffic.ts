/**
 * How much of members goes over a network, told piece by piece to whoever counts it, so that one long member is no silence. A piece that is
 * sent again is told again.
 */
let listener: (bytes: number) => void = () => {};

export function hearTraffic(hear: (bytes: number) => void): void {
  listener = hear;
}

export function traffic(bytes: number): void {
  listener(bytes);
}
