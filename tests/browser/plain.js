/* Texts of the page that are no messages: with all messages in the pseudo-language, those that have words without accents. */
(known) => {
  const names = new Set(known);
  const found = new Set();
  const visible = (element) =>
    element.checkVisibility({ visibilityProperty: true });
  const check = (text, where) => {
    for (const [word] of text
      .replace(/https?:\S+|\w+(?:[.-]\w+){2,}/g, " ")
      .matchAll(/\p{L}{3,}/gu))
      if (/^[A-Za-z]+$/.test(word) && /[aeiou]/i.test(word) && !names.has(word))
        found.add(`${where}: ${text.trim().slice(0, 90)}`);
  };
  const ENGLISH =
    "script, style, svg .texts, [lang=en], [lang=de], .sheet, defs, symbol, option[lang]";
  const walker = document.createTreeWalker(
    document.body,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    (node) =>
      node instanceof Element && (node.matches(ENGLISH) || !visible(node))
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text)
      check(node.data, node.parentElement.tagName.toLowerCase());
    else
      for (const name of [
        "aria-label",
        "title",
        "placeholder",
        "alt",
        "aria-description",
      ])
        if (node.hasAttribute(name)) check(node.getAttribute(name), name);
  }
  return [...found];
};
