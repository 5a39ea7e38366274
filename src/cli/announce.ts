/**
 * One line on standard error about what a run has created, so that a log contains the id to keep.
 *
 *     lock: created delivery.lock.json  sha256:7c1f…  5 members, 1.2 KB, 0 skipped
 *
 * With `--progress` it is one of the JSON lines.
 */

import { formatBytes } from '#core/bytes/size';
import { encodeUtf8 } from '#core/bytes/utf8';
import { counted } from '#core/count-text';
import { quote } from '#core/json/write';
import type { Invocation } from './command.ts';
import { escapeControls } from './output.ts';

export interface Announcement {
  /** The verb, where it is not `created`: `replaced`, `published`. */
  readonly how?: string;
  /** The location: a file, a folder, or the URL of a store. */
  readonly place: string;
  /** The id of the result, which the user should keep. */
  readonly id?: string;
  readonly facts?: readonly string[];
}

/** A quiet run says nothing of it. */
export function announce(invocation: Invocation, made: Announcement): void {
  if (!invocation.has('--quiet')) announceAlways(invocation, made);
}

/** Where nothing else could say it. */
export function announceAlways({ tool, has, context }: Invocation, made: Announcement): void {
  const line = has('--progress') ? jsonLine(tool.name, made) : `${tool.name}: ${escapeControls(announcementText(made))}`;
  context.stderr.write(encodeUtf8(`${line}\n`));
}

/** In text form, standard output already says the same: the line is then printed only if standard output cannot be written. */
export function announceIfNotPrinted(invocation: Invocation, announcements: readonly Announcement[]): void {
  if (!invocation.has('--json')) invocation.announcements.push(...announcements);
  else for (const made of announcements) announce(invocation, made);
}

export function membersText(count: number, bytes: number): readonly string[] {
  return [counted(count, 'member'), formatBytes(bytes)];
}

function announcementText({ how = 'created', place, id, facts = [] }: Announcement): string {
  return [`${how} ${place}`, ...(id === undefined ? [] : [id]), ...(facts.length === 0 ? [] : [facts.join(', ')])].join('  ');
}

function jsonLine(tool: string, { how = 'created', place, id, facts = [] }: Announcement): string {
  const known = id === undefined ? '' : `"id":${quote(id)},`;
  return `{"facts":[${facts.map(quote).join(',')}],${known}"message":${quote(how)},"path":${quote(place.toWellFormed())},"tool":${quote(tool)},"type":"made"}`;
}
