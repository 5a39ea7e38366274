/**
 * What a terminal shows, as a picture: text with the colours of the program, line by line as it appears.
 *
 *     terminalSvg(['$ custody verify d.lock.json', '\u001b[32mOK\u001b[39m       d.lock.json — …'])
 */
const LINE = 20;
const LETTER = 8.43;
const PAD = 16;
const COLOURS: Readonly<Record<string, string>> = {
  31: '#ff7b72',
  32: '#3fb950',
  33: '#e3b341',
  36: '#79c0ff',
  90: '#9198a1',
  2: '#9198a1',
};

export function terminalSvg(title: string, lines: readonly string[]): string {
  const longest = Math.max(...lines.map((line) => plainText(line).length));
  const [width, height] = [Math.ceil(2 * PAD + LETTER * longest), 2 * PAD + LINE * lines.length];
  const rows = lines.map((line, index) => {
    const y = PAD + LINE * index + 14;
    return `<text x="${PAD}" y="${y}" style="animation-delay:${(index * 0.25).toFixed(2)}s">${spans(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<style>text{font:14px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:#e6edf3;white-space:pre;animation:shown .2s both}.bold{font-weight:700}@keyframes shown{from{opacity:0}}@media(prefers-reduced-motion){text{animation:none}}</style>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`;
}

const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[([0-9;]*)m`, 'g');

function plainText(line: string): string {
  return line.replaceAll(ESCAPES, '');
}

function spans(line: string): string {
  let [colour, isBold, at, out] = ['', false, 0, ''];
  const add = (text: string): void => {
    if (text === '') return;
    const attributes = `${colour === '' ? '' : ` fill="${colour}" style="fill:${colour}"`}${isBold ? ' class="bold"' : ''}`;
    out += attributes === '' ? escaped(text) : `<tspan${attributes}>${escaped(text)}</tspan>`;
  };
  for (const match of line.matchAll(ESCAPES)) {
    add(line.slice(at, match.index));
    at = match.index + match[0].length;
    for (const code of (match[1] ?? '').split(';')) {
      if (code === '' || code === '0') [colour, isBold] = ['', false];
      else if (code === '1') isBold = true;
      else if (code === '22') isBold = false;
      else colour = COLOURS[code] ?? '';
    }
  }
  add(line.slice(at));
  return out;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
