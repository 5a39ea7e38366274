/** The states of members, as classes of the style and as words. */
export const STATES = ['verified', 'failed', 'skipped'] as const;
export const STATE_TEXTS = ['verified', 'failed', 'not checked'] as const;
