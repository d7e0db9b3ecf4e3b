/* What must hold of every position that the table shows, looked for in the page: a list of sentences, empty where all is well. */
({ choices, phone, confirm }) => {
  const problems = [];
  const screen = new DOMRect(0, 0, innerWidth, innerHeight);
  const inside = (box, around) =>
    box.width > 0 &&
    box.height > 0 &&
    box.left >= around.left - 1 &&
    box.top >= around.top - 1 &&
    box.right <= around.right + 1 &&
    box.bottom <= around.bottom + 1;
  const visible = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const name = (element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ");
    const classes = [...element.classList].filter((each) => !each.startsWith("svelte-")).join(".");
    return `${element.tagName.toLowerCase()}${classes && `.${classes}`} "${words.slice(0, 40)}"`;
  };
  /** Whether it is not scrolled away, not even in part. */
  const uncut = (element) => {
    const box = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement)
      if (getComputedStyle(around).overflowY !== "visible" && !inside(box, around.getBoundingClientRect())) return false;
    return inside(box, screen);
  };
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  };

  // Every choice has a control in sight: one of its own, or the hex that it is made on.
  const controls = new Map();
  for (const element of document.querySelectorAll("[data-choice], [data-choices]"))
    for (const id of (element.dataset.choices ?? element.dataset.choice).split(" "))
      controls.set(id, [...(controls.get(id) ?? []), element]);
  for (const { id, text, hex } of choices) {
    const own = controls.get(String(id)) ?? [];
    const places = hex ? [...document.querySelectorAll(`[data-hex="${hex}"]`)] : [];
    const seen = [...own, ...places].filter(visible);
    const filtered = own.some((element) => element.closest("[data-filtered]"));
    if (phone ? !seen.length : !filtered && !seen.some((element) => inside(element.getBoundingClientRect(), screen)))
      problems.push(`choice out of sight: ${text}`);
  }

  // Nothing lies over what can be clicked.
  for (const element of document.querySelectorAll("main button, main [data-choice], header button")) {
    if (element.disabled || element.matches("[data-shortcut]") || !visible(element) || !uncut(element)) continue;
    const top = centre(element);
    if (top && !element.contains(top) && !top.closest("label")?.contains(element) && !element.closest("svg"))
      problems.push(`covered: ${name(element)} by ${name(top)}`);
  }

  // Confirm stands where it always stands.
  const box = document.querySelector("[data-confirm]")?.getBoundingClientRect();
  const at = box ? [box.left, box.top, box.width, box.height].map(Math.round).join(" ") : "";
  if (confirm && at && at !== confirm) problems.push(`confirm at ${at}, elsewhere at ${confirm}`);

  // Only what may scroll does.
  for (const element of document.querySelectorAll("body, body *")) {
    const style = getComputedStyle(element);
    const down = /auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
    const across = /auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
    if (!visible(element) || !(down || across) || element.matches("select, textarea")) continue;
    if (!phone && !element.closest("[data-scrolls]")) problems.push(`scrolls: ${name(element)}`);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) problems.push("the page scrolls sideways");
  if (!phone && document.documentElement.scrollHeight > innerHeight + 1) problems.push("the page scrolls");

  // Text can be read.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element || !visible(element)) continue;
    if (element.closest("script, style, [data-in-token], .unseen, select, defs, symbol")) continue;
    const graphics = element.closest("svg");
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (!graphics && size < 10.99) small.add(`${size} px: ${name(element)}`);
    if (element instanceof SVGTextContentElement && element.closest(".map")) {
      const scale = element.getScreenCTM()?.a ?? 1;
      if (!phone && size * Math.abs(scale) < 8.49) small.add(`${(size * scale).toFixed(1)} px on the map: ${name(element)}`);
    }
  }
  problems.push(...[...small].slice(0, 5));

  // A thumb hits what it aims at.
  if (phone)
    for (const element of document.querySelectorAll("main button, header button")) {
      const { height, width } = element.getBoundingClientRect();
      if (visible(element) && !element.disabled && !element.matches("[data-shortcut]") && width && height < 39.5 && !element.closest("svg"))
        problems.push(`${Math.round(height)} px high: ${name(element)}`);
    }

  // Each player has a cell, and nothing of it is cut.
  for (const cell of document.querySelectorAll(".strip > *"))
    if (cell.scrollWidth > cell.clientWidth + 1) problems.push(`cut: ${name(cell)}`);
  return { problems, confirm: at };
};
