/* Texts that are cut off and have no tooltip with the rest: a list of sentences. */
() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg, .unseen, select, script, style, [title]:not([title=''])")) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(({ width }) => width);
    if (!boxes.length) continue;
    const left = Math.min(...boxes.map((box) => box.left));
    const right = Math.max(...boxes.map((box) => box.right));
    for (let around = element; around && around !== document.body; around = around.parentElement) {
      const { overflowX } = getComputedStyle(around);
      const edges = around.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX) || (edges.width <= 1 && edges.height <= 1)) break;
      const wide = /hidden|clip/.test(overflowX) && (left < edges.left - 2 || right > edges.right + 2);
      if (!wide) continue;
      const classes = (one) => [...one.classList].filter((each) => !each.startsWith("svelte-")).join(".");
      const by = Math.max(edges.left - left, right - edges.right);
      found.add(`cut by ${Math.round(by)} px: "${node.data.trim().slice(0, 40)}" in ${element.localName}.${classes(element)} of ${around.localName}.${classes(around)}`);
      break;
    }
  }
  return [...found];
};
