"""Whether all of the slide on the big screen can be read: nothing cut off, nothing over something else."""

from playwright.sync_api import Page

FAULTS = r"""() => {
  const found = [];
  const boxes = [];
  const near = 1.5;
  const main = document.getElementById('main').getBoundingClientRect();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const told = (text) => text.trim().slice(0, 40);
  const isDrawn = (element) => {
    const style = getComputedStyle(element);
    return style.visibility === 'visible' && !element.closest('script, .unseen, .toasts, [hidden], title');
  };
  const take = (element, box, what, node) => {
    if (box.width < 1 || box.height < 1) return;
    const flow = element.closest('.flow');
    if (flow) {
      const room = flow.getBoundingClientRect();
      // Another page of the list: wholly beside the one that is shown.
      if (box.left >= room.right - near || box.right <= room.left + near) return;
      const isCut = box.left < room.left - near || box.right > room.right + near;
      if (isCut) found.push(`cut at the side: ${what}`);
    }
    const isBeyond = box.right > innerWidth + near || box.bottom > innerHeight + near;
    if (isBeyond || box.left < -near || box.top < -near) found.push(`outside: ${what}`);
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowY === 'visible' && style.overflowX === 'visible') continue;
      const room = up.getBoundingClientRect();
      if (box.bottom > room.bottom + near || box.top < room.top - near) {
        found.push(`cut by ${up.className || up.tagName}: ${what}`);
      }
    }
    boxes.push({ box, what, node });
  };
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !element || !isDrawn(element)) continue;
    if (element.closest('svg')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const size = parseFloat(getComputedStyle(element).fontSize);
    for (const box of range.getClientRects()) {
      // Of a line only what letters take: lines of large text may be set close to each other.
      const spare = Math.max(0, (box.height - size * 0.72) / 2);
      const letters = new DOMRect(box.x, box.y + spare, box.width, box.height - 2 * spare);
      take(element, letters, told(node.data), node);
    }
  }
  for (const picture of document.querySelectorAll('main img, main svg')) {
    if (isDrawn(picture)) take(picture, picture.getBoundingClientRect(), picture.alt || 'a picture', picture);
  }
  boxes.forEach((one, index) => {
    for (const other of boxes.slice(index + 1)) {
      if (one.node === other.node) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across > 2 && down > 2) found.push(`over each other: ${one.what} | ${other.what}`);
    }
  });
  const isInside = ({ box }) => box.top >= main.top - near && box.bottom <= main.bottom + near;
  if (!boxes.some(isInside)) found.push('the slide is empty');
  return [...new Set(found)];
}"""


def faults_of(page: Page) -> list[str]:
    """What of the slide that is shown cannot be read, in words."""
    found: list[str] = page.evaluate(FAULTS)
    return found
