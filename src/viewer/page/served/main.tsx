/** The page starts here if a server delivers it. */
import { render } from 'preact';
import { ServedPage } from './served-page.tsx';

/** Only for what a server shows: rows with buttons in them, and tables that are as high as they need to be. */
const STYLE = `
.rows { height: auto; max-height: 448px; }
.listed .rows table { min-width: 64rem; }
.rows tbody button { padding: 0 0.5rem; line-height: 1.4; }
form p, .together { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; }
.together select { max-width: 100%; }
input.long { flex: 1 1 20rem; }
`;

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);
document.adoptedStyleSheets = [sheet];
document.title = 'custody: evidence';
const place = document.getElementById('app') as HTMLElement;
place.replaceChildren();
render(<ServedPage />, place);
