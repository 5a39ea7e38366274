/** What became of a question about a file. */
export const HASHED = 0;
/** The system refused; `errno` says why. */
export const UNREADABLE = 1;
export const NOT_REGULAR = 2;
/** Another size than expected; not read. */
export const SIZE_DIFFERS = 3;
export const CHANGED_DURING_READ = 4;
/** A link led out of the folder that must not be left. */
export const OUTSIDE = 5;
/** The copy could not be written; `errno` says why. */
export const UNWRITABLE = 6;
/** Given up: what was asked is not wanted of this thread any more. */
export const STOPPED = 7;
