/** Random cases are the same in every run, so that a gate is green or red for a reason; with `CUSTODY_FUZZ` set they are new ones. */
import { configureGlobal } from 'fast-check';

if (process.env['CUSTODY_FUZZ'] === undefined) configureGlobal({ seed: 20_260_115 });
