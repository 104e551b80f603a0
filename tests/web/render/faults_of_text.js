/** What is wrong with the text of a page: wider than the screen, cut off, or one on the other. */
() => {
  const found = [];
  const told = (element) => `${element.tagName}.${element.className} ${element.textContent.trim().slice(0, 40)}`;
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`wider: ${document.documentElement.scrollWidth}`);
  const scrolls = (element) => {
    for (let around = element; around; around = around.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(around).overflowX) && around !== document.documentElement) return true;
    }
    return false;
  };
  const isClipped = (element) => {
    for (let around = element; around; around = around.parentElement) {
      if (getComputedStyle(around).clipPath === 'inset(50%)') return true;
    }
    return false;
  };
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('.unseen, .skip, script, template, option, dialog:not([open]), ww-board, svg, details:not([open]) > :not(summary)')) continue;
    if (isClipped(element)) continue; // for screen readers alone
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 2 || box.height < 2) continue;
      if ((box.right > innerWidth + 1 || box.left < -1) && !scrolls(element)) found.push(`outside: ${told(element)}`);
      for (let around = element; around && around !== document.body; around = around.parentElement) {
        const style = getComputedStyle(around);
        if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
        const frame = around.getBoundingClientRect();
        if (box.right > frame.right + 2 || box.bottom > frame.bottom + 2 || box.top < frame.top - 2) found.push(`cut: ${told(element)}`);
      }
      lines.push({ box, element });
    }
  }
  for (const [at, one] of lines.entries()) {
    for (const other of lines.slice(at + 1)) {
      if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Boxes of lines that stand close share their leading; letters meet where they share more.
      if (wide > 3 && high > 0.45 * Math.min(one.box.height, other.box.height)) found.push(`on each other: ${told(one.element)} | ${told(other.element)}`);
    }
  }
  return [...new Set(found)];
}
