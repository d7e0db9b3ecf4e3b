/* The texts of headings, labels and buttons, and the marked words, each with the place of its panel on the page. */
() => {
  const panels = [...document.querySelectorAll("dialog[open], header, main > *")];
  const place = (element) => panels.indexOf(element.closest("dialog[open], header, main > *"));
  const SAID = "h1, h2, h3, h4, legend, label, th, dt, summary, button, a.button, [role=heading]";
  const texts = [];
  for (const element of document.querySelectorAll(SAID)) {
    const within = element.closest("main, header, dialog[open]");
    if (!within || element.closest("svg, .unseen, dl dl, [data-unexplained]") || !element.checkVisibility({ visibilityProperty: true })) continue;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let text = "";
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (parentElement.closest(SAID) !== element || parentElement.closest("svg, select, .unseen")) continue;
      if (parentElement.checkVisibility({ visibilityProperty: true })) text += data;
    }
    texts.push({ panel: place(element), pressed: element.closest("button, a, summary") !== null, text });
  }
  const marks = [...(CSS.highlights.get("words") ?? [])].map(({ startContainer: node, startOffset, endOffset }) => ({
    panel: place(node.parentElement),
    pressed: false,
    text: node.data.slice(startOffset, endOffset),
  }));
  return { texts, marks };
};
