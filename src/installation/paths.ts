/** The version every tool of the program reports: `0.1.0`. The build and the test runner write it in from `package.json`. */
declare const CUSTODY_VERSION: string;

export const version: string = CUSTODY_VERSION;
