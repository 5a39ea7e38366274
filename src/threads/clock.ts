/** A clock for measuring how long something takes. It never goes back. `performance.now()` would first load a module, which costs 2 ms. */
export function uptimeMs(): number {
  return process.uptime() * 1000;
}
