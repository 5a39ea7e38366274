/** In place of the libraries of Sigstore, which need certificates. */
export { notInPage as verifySigstore } from './crypto.ts';
