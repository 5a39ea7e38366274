/**
 * The page as a server gives it: the built page with another script, which may ask this server, and the policy in a header instead of in the
 * page. `custody-verify.html` itself can open no connection.
 */
import { decodeUtf8, encodeUtf8 } from '#core/bytes/utf8';
import { pageFile, servedScriptFile } from '#installation/paths';
import { readBuilt } from '../page.ts';

export interface ServedPage {
  readonly html: Uint8Array;
  readonly script: Uint8Array;
  /** The content policy for the page. */
  readonly policy: string;
}

export const SCRIPT_PATH = '/serve.js';

const POLICY = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;
/** The script of the page is the last one, after that of the documents, of which there are none. */
const DOCUMENTS = '<script type="application/json" id="evidence">[]</script>\n';
const END = '\n</body>\n</html>\n';

/** Throws `E_IO` if the files of the build are missing. */
export function servedPage(): ServedPage {
  const page = decodeUtf8(readBuilt(pageFile()));
  const [whole, own = ''] = POLICY.exec(page) ?? [];
  const [style] = /style-src '[^']+'/.exec(own) ?? [];
  const at = page.lastIndexOf(`${DOCUMENTS}<script>`);
  if (whole === undefined || style === undefined || at < 0 || !page.endsWith(END))
    throw new Error('the page has another form than this server knows');
  const data = page
    .slice(0, at)
    .replace(whole, '<link rel="icon" href="data:,">')
    .replace('It opens no connection: everything stays on this machine.', 'It asks only the server that it came from.');
  const html = `${data}${DOCUMENTS}<script src="${SCRIPT_PATH}"></script>${END}`;
  return { html: encodeUtf8(html), script: readBuilt(servedScriptFile()), policy: policyWith(style) };
}

function policyWith(style: string): string {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    style,
    'worker-src blob:',
    'img-src data:',
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
