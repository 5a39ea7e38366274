/** `lock --scan s3://…`: the objects below a URL instead of a folder. Connections are opened only here. */
import { LockDraft } from '#lock/create';
import type { Scan } from '#lock/ops/scan';
import { lockObjects } from '#lock/ops/scan-objects';
import type { Warning } from '#stream/warnings';
import type { Invocation } from '../command.ts';
import { openTreeFor } from '../objects/network.ts';
import { startProgress } from '../progress.ts';
import { pipedCommand } from '../retyped-command.ts';

export interface ObjectsToLock extends Pick<Scan, 'algorithm' | 'filter' | 'follow' | 'keeps' | 'range'> {
  readonly url: string;
  /** Called for each member, in the order of the lock, with the ETag that it was read with. */
  readonly onRead?: ((etag: string | null) => void) | undefined;
  /** The text of a warning for people. */
  readonly shown: (warning: Warning) => string;
}

export async function fromObjects(invocation: Invocation, { url, shown, ...rules }: ObjectsToLock): Promise<LockDraft> {
  const tree = await openTreeFor(invocation, url);
  const draft = new LockDraft({ words: pipedCommand(invocation), input: null }, tree.url);
  const progress = startProgress(invocation, { tool: 'lock', measure: () => null });
  try {
    await lockObjects(draft, {
      ...rules,
      tree,
      onFile: () => progress.advance(1),
      onSkip: (path, warning) => progress.warn(path, shown(warning)),
    });
  } finally {
    progress.done();
    tree.close();
  }
  return draft;
}
