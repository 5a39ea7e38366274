/** `chain verify`: resolves every tool again and compares the result with its lock. */

import { verifyEveryTool } from '#chain/ops/every-tool';
import { openFinder } from '#chain/ops/find-tools';
import { openLocks } from '#chain/ops/lockfiles';
import { trustedKeys } from '#chain/ops/signatures';
import { verifyTools } from '#chain/ops/verify';
import { reportDocument } from '#chain/report';
import { type Reported, reportLines } from '#chain/report-text';
import { verifyOutcome } from '#chain/verify';
import { newHasher } from '#hashing/hashers';
import type { Finished, Invocation, WitnessInput } from '../command.ts';
import { escapeControls } from '../output.ts';
import { show } from '../show.ts';
import { lockFolders, namedTools, spacesOf } from './spaces.ts';

export function run(invocation: Invocation): Finished {
  const frozen = invocation.has('--frozen');
  const requireSignatures = invocation.has('--require-signatures');
  const all = invocation.has('--all');
  invocation.record.params = { subcommand: 'verify', tools: [...invocation.args], all, frozen, require_signatures: requireSignatures };
  const roots = spacesOf(invocation);
  const finder = openFinder(roots, { keepsRoots: false });
  const locks = openLocks(roots);
  const trusted = trustedKeys(roots, { always: requireSignatures });
  for (const warning of trusted?.warnings ?? []) invocation.say(escapeControls(`warning: ${warning}`));
  const { inputs } = invocation.record;
  if (all) inputs.push(...lockFolders(roots));
  const onLock = all ? {} : { onLock: (file: string, bytes: Uint8Array) => void inputs.push(inputOf(file, bytes)) };
  const check = { roots, finder, trusted, locks, ...onLock };
  const named = namedTools(invocation);
  const { tools, passedOver } = named === null ? verifyEveryTool(check) : { tools: verifyTools(named, check), passedOver: null };
  report(invocation, { tools, frozen, passedOver });
  const outcome = verifyOutcome(tools, frozen);
  return { exit: { CHAIN_OK: 0, CHAIN_DRIFT: 1, REFUSAL: 2 }[outcome], outcome };
}

/** W3: a lockfile is recorded with its hash and size. */
function inputOf(file: string, bytes: Uint8Array): WitnessInput {
  const hasher = newHasher('blake3');
  hasher.update(bytes);
  return { path: file, hash: `blake3:${hasher.digest()}`, bytes: bytes.length };
}

/** If a single named tool could not be judged, the whole run is a refusal, as in other commands. */
function report(invocation: Invocation, reported: Reported): void {
  const { tools, frozen, passedOver } = reported;
  const [only] = tools;
  if (passedOver === null && tools.length === 1 && only?.refusal && !invocation.has('--json')) throw only.refusal;
  const { good, bad, warn } = invocation.paint;
  show(invocation, {
    document: () => reportDocument(tools, frozen, passedOver),
    lines: () => reportLines(reported, { show: escapeControls, good, bad, warn }),
  });
}
