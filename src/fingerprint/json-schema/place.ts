/** Where a value is while a document is validated: a list of steps from the root, which costs nothing until it is shown. */
import type { JsonValue } from '#core/json/value';
import { formatPointer } from '../columns/pointers.ts';

export interface Place {
  readonly above: Place | null;
  readonly step: string;
}

export function pointerOf(place: Place | null): string {
  const steps: string[] = [];
  for (let at = place; at !== null; at = at.above) steps.push(at.step);
  return formatPointer(steps.reverse());
}

/** Called for every fault. */
export type Report = (place: Place | null, message: string) => void;

/** Without a report it stops at the first fault. */
export type Check = (value: JsonValue, place: Place | null, report: Report | null) => boolean;
