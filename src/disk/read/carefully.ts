/** How a file is opened that another may have put there: no link is followed, and no pipe waited for. */
import { constants } from 'node:fs';

export const CAREFULLY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
