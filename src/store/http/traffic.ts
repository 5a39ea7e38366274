/**
 * Reports the bytes of members sent over a network, piece by piece, so that one long member shows progress too. A piece that is sent again
 * is reported again.
 */
let listener: (bytes: number) => void = () => {};

export function hearTraffic(hear: (bytes: number) => void): void {
  listener = hear;
}

export function traffic(bytes: number): void {
  listener(bytes);
}
