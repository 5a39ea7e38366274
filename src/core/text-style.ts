/** How a verdict becomes text for people. The caller escapes untrusted text, and marks what is good, bad or doubtful. */
export interface TextStyle {
  /** Escapes untrusted text for the terminal. */
  readonly show: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
}
