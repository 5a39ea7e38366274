/** Only the used part of AWS's own library: its types are many files, and every compilation would read them. */
declare module '@aws-sdk/credential-provider-node' {
  import type { Agent } from 'node:https';

  export interface Keys {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  }

  export interface ClientConfig {
    readonly region: string;
    readonly requestHandler?: { readonly httpsAgent: Agent };
  }

  /** Asks again before the keys expire. */
  export function defaultProvider(options: { readonly clientConfig: ClientConfig }): () => Promise<Keys>;
}
