/** Made by the build (`scripts/page.mjs`). */
declare module 'custody:member-schemas-open';
