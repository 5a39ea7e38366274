/** The page starts here. */
import { render } from 'preact';
import { App } from './app.tsx';
import { embeddedFiles } from './embedded-files.ts';
import { makeTextsSafe } from './safe-text.ts';

makeTextsSafe();
const place = document.getElementById('app') as HTMLElement;
place.replaceChildren();
render(<App embedded={embeddedFiles()} />, place);
