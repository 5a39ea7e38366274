/**
 * The refusals of what a user says about a store, before anything is asked of a server. Apart from the others, which load Node's HTTP: a
 * command that only reads a URL of a folder does without it.
 */
import { Refusal } from '#core/refusal';

/** `reason` never repeats the URL, which may contain a password. */
export function badStoreUrl(reason: string): Refusal {
  return badSettings(reason, 'pack push --help');
}

/** Concerns the files and variables of other tools. */
export function badSettings(reason: string, nextCommand: string | null = null): Refusal {
  return new Refusal('E_IO', `the store cannot be used: ${reason}`, { error: reason }, nextCommand);
}
