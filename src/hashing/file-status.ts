/** The statuses of an answer about a file. `HASHED`: the file was read and hashed. */
export const HASHED = 0;
/** The system reported an error; `errno` says which. */
export const UNREADABLE = 1;
export const NOT_REGULAR = 2;
/** The size is not the expected one; the file was not read. */
export const SIZE_DIFFERS = 3;
export const CHANGED_DURING_READ = 4;
/** A link leads out of the folder that the file must be in. */
export const OUTSIDE = 5;
/** The copy could not be written; `errno` says why. */
export const UNWRITABLE = 6;
/** The thread was stopped before it finished the copy. */
export const STOPPED = 7;
