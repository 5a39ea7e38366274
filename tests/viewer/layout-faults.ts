/** What is wrong with the layout of a page, whatever its fonts are: wider than the screen, letters too small, texts over each other. */
import type { Page } from 'playwright-core';

const SMALLEST_PX = 13;

export function layoutFaults(page: Page): Promise<readonly string[]> {
  return page.evaluate((smallest) => {
    const faults: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} wide, the screen ${clientWidth}`);
    const texts: { text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const [text, element] = [node.textContent?.trim() ?? '', node.parentElement as Element];
      // A table that scrolls has a head over its rows; the names in a map lie over their areas.
      if (text === '' || !element.checkVisibility() || element.closest('script, style, option, title, .rows') !== null) continue;
      const size = Number.parseFloat(getComputedStyle(element).fontSize);
      if (size < smallest) faults.push(`${size} px: ${text}`);
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) texts.push({ text, box });
    }
    texts.forEach(({ text, box }, index) => {
      for (const { text: other, box: next } of texts.slice(index + 1)) {
        const across = Math.min(box.right, next.right) - Math.max(box.left, next.left);
        const down = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
        if (across > 2 && down > 0.4 * Math.min(box.height, next.height)) faults.push(`'${text}' over '${other}'`);
      }
    });
    return faults;
  }, SMALLEST_PX);
}
