/**
 * Speed counts only if the work was done: the members of a lockfile have exactly the hashes that the peer printed.
 *
 *     requireSameHashes('small.lock.json', 'small.sha256')      a line of the peer contains the hex anywhere
 */
import { readFileSync } from 'node:fs';

export function requireSameHashes(lockfile, peerOutput) {
  const { members } = JSON.parse(readFileSync(lockfile, 'utf8'));
  const ours = members.map(({ bytes_hash: hash }) => hash.slice(hash.indexOf(':') + 1)).sort();
  const peers = (readFileSync(peerOutput, 'utf8').match(/\b[0-9a-f]{64}\b/g) ?? []).sort();
  if (ours.length === 0) throw new Error(`${lockfile} has no members`);
  if (ours.join() !== peers.join()) throw new Error(`${lockfile} and ${peerOutput} hold different hashes`);
}
