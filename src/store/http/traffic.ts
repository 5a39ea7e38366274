/**
 * Reports the bytes of members sent over a network, piece by piece, so that one long member shows progress too. A piece that is sent again
 * is reported again.
 */
let listener: (bytes: number) => void = () => {};

export function onTraffic(newListener: (bytes: number) => void): void {
  listener = newListener;
}

export function reportTraffic(bytes: number): void {
  listener(bytes);
}
