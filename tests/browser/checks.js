/* What must hold of every position that the table shows, looked for in the page: a list of sentences, empty where all is well. */
({ listed, sought, phone, confirm }) => {
  const problems = [];
  const screen = new DOMRect(0, 0, innerWidth, innerHeight);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
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
  /** Whether nothing of it is scrolled away. */
  const uncut = (element) => {
    const box = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement)
      if (getComputedStyle(around).overflowY !== "visible" && !inside(box, around.getBoundingClientRect())) return false;
    return inside(box, screen);
  };
  /** Whether no thumb can bring all of it between the left and the right edge of what it lies in. */
  const lost = (element) => {
    const { left, right } = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement) {
      const { overflowX } = getComputedStyle(around);
      const edges = around.getBoundingClientRect();
      if (/auto|scroll/.test(overflowX)) return false;
      if (overflowX !== "visible" && (left < edges.left - 2 || right > edges.right + 2)) return true;
    }
    return left < -1 || right > innerWidth + 1;
  };
  /** What is seen at its middle. */
  const centre = (element) => {
    const box = element.getBoundingClientRect();
    return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  };

  // Every choice has a control in sight: one of its own, the hex that it is made on, the list or the step that it is in.
  const controls = new Map();
  for (const element of all("[data-choice]")) {
    const id = element.dataset.choice;
    controls.set(id, [...(controls.get(id) ?? []), element]);
  }
  for (const { id, text, kind, hex, corp } of sought) {
    const step = all(`[data-kinds~="${kind}"][aria-pressed="false"]`);
    const company = corp ? all(`[data-kind="${kind}"] [data-company="${corp}"]`) : [];
    const places = hex ? all(`[data-hex="${hex}"]`) : [];
    const seen = [...(controls.get(String(id)) ?? []), ...places, ...step, ...company].filter(visible);
    if (!seen.some((element) => (phone ? !lost(element) : uncut(element)))) problems.push(`out of sight: ${kind}: ${text}`);
  }
  // And nothing is offered that the table does not list.
  const known = new Set(listed.map(({ id }) => String(id)));
  for (const [id, [element]] of controls) if (!known.has(id)) problems.push(`not listed: ${name(element)}`);

  // Nothing lies over what can be clicked.
  for (const element of all("main button, main [data-choice], main select, main input, header button")) {
    if (element.disabled || element.matches("[data-shortcut]") || !visible(element) || !uncut(element)) continue;
    const top = centre(element);
    if (top && !element.contains(top) && !top.closest("label")?.contains(element) && !element.closest("svg"))
      problems.push(`covered: ${name(element)} by ${name(top)}`);
  }

  // Confirm stands where it always stands.
  const box = document.querySelector("[data-confirm]")?.getBoundingClientRect();
  const at = box ? [box.left, box.top, box.width, box.height].map(Math.round).join(" ") : "nowhere";
  if (at !== (confirm || at)) problems.push(`confirm at ${at}, elsewhere at ${confirm}`);

  // Only what may scroll does.
  for (const element of [document.body, ...all("body > :not(.sheet), body > :not(svg) *:not(svg *)")]) {
    const style = getComputedStyle(element);
    const down = /auto|scroll/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
    const across = /auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
    if (!(down || across) || element.matches("select, textarea, .unseen, .unseen *") || !visible(element)) continue;
    if (!phone && !element.closest("[data-scrolls]"))
      problems.push(`scrolls: ${name(element)} by ${element.scrollHeight - element.clientHeight}, ${element.scrollWidth - element.clientWidth}`);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) problems.push("the page scrolls sideways");
  if (!phone && document.documentElement.scrollHeight > innerHeight + 1) problems.push("the page scrolls");

  // Text can be read: it is large enough, and stands out from its ground.
  const numbers = (colour) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = (colour.match(/[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
    const unit = colour.startsWith("color(") ? 255 : 1;
    return [red * unit, green * unit, blue * unit, colour === "transparent" ? 0 : alpha];
  };
  const over = ([r, g, b, a], [red, green, blue]) => [r * a + red * (1 - a), g * a + green * (1 - a), b * a + blue * (1 - a), 1];
  const light = (colour) => {
    const [red, green, blue] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const groundOf = (element) => {
    const layers = [];
    for (let around = element; around; around = around.parentElement) {
      const colour = numbers(getComputedStyle(around).backgroundColor);
      if (colour[3]) layers.unshift(colour);
      if (colour[3] === 1) break;
    }
    return layers.reduce((under, layer) => over(layer, under), [255, 255, 255, 1]);
  };
  const faint = (element) => {
    let opacity = 1;
    for (let around = element; around; around = around.parentElement) opacity *= Number(getComputedStyle(around).opacity);
    return opacity;
  };
  const dollars = new Set();
  // What is not drawn as it stands, thousands of parts of the sheet of symbols above all, is passed over as a whole.
  const UNSEEN = "script, style, [data-in-token], .unseen, select, defs, symbol, .sheet";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Text
      ? NodeFilter.FILTER_ACCEPT
      : node.matches(UNSEEN)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_SKIP,
  );
  const unread = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element || !visible(element)) continue;
    for (const [figure] of walker.currentNode.data.matchAll(/\$[\d,]+/g)) dollars.add(figure.replace(/[$,]/g, ""));
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize);
    if (element.closest("svg")) {
      const scale = Math.abs(element.getScreenCTM()?.a ?? 1);
      const map = element.closest(".map");
      if (map && !phone && size * scale < 8.49) unread.add(`${(size * scale).toFixed(1)} px on the map: ${name(element)}`);
      if (!map && !phone && size * scale < 10.99) unread.add(`${(size * scale).toFixed(1)} px drawn: ${name(element)}`);
      continue;
    }
    if (size < 10.99) unread.add(`${size} px: ${name(element)}`);
    if (element.closest(":disabled, [aria-disabled=true]")) continue;
    const ground = groundOf(element);
    const [red, green, blue, alpha] = numbers(style.color);
    const found = contrast(over([red, green, blue, alpha * faint(element)], ground), ground);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (found < (large ? 2.99 : 4.49)) unread.add(`contrast ${found.toFixed(1)}: ${name(element)}`);
  }
  problems.push(...[...unread].slice(0, 8));
  // A page knows no figure of its own: each came in an answer.
  if (window.figures) {
    for (const figure of dollars) if (figure && !window.figures.has(figure)) problems.push(`nobody sent $${figure}`);
  }

  // No two texts of the map lie over each other, and no chip over a text or a token.
  const core = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const trim = element instanceof SVGTextContentElement ? (bottom - top) * 0.2 : 0;
    return { element, left, top: top + trim, right, bottom: bottom - trim };
  };
  const meet = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1.5 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1.5;
  const texts = all(".map text").filter((element) => visible(element) && !element.closest("symbol, defs, [data-chip]")).map(core);
  const chips = all(".map [data-chip]").map(core);
  const tokens = all('.map use[href*="token"]').map(core);
  const crossed = new Set();
  texts.forEach((one, index) => {
    for (const other of texts.slice(index + 1))
      if (meet(one, other)) crossed.add(`texts over each other: ${name(one.element)} and ${name(other.element)}`);
  });
  chips.forEach((chip, index) => {
    for (const other of [...texts, ...tokens, ...chips.slice(index + 1)])
      if (meet(chip, other)) crossed.add(`a chip over something: ${name(chip.element)} and ${name(other.element)}`);
  });
  problems.push(...[...crossed].slice(0, 5));

  // The map marks one kind of choice: hexes to lay track on, or circles for tokens.
  const ringed = all("[data-ring]");
  const dashed = all("[data-dashed]");
  if (ringed.length && dashed.length) problems.push("hexes and circles are marked at once");
  for (const { dataset } of ringed)
    if (!listed.some(({ id, kind }) => String(id) === dataset.ring && /^(place|remove)_token$/.test(kind))) problems.push("a circle is ringed for no token");
  for (const { dataset } of dashed)
    if (!listed.some(({ hex, kind }) => hex === dataset.dashed && !/^(place|remove)_token$/.test(kind))) problems.push(`nothing to do on ${dataset.dashed}`);

  // A thumb hits what it aims at.
  if (phone)
    for (const element of all("main button, main select, main input:not([type=checkbox], [type=radio], [type=range]), header button")) {
      const { height, width } = element.getBoundingClientRect();
      if (visible(element) && !element.disabled && !element.matches("[data-shortcut]") && width && height < 39.5 && !element.closest("svg"))
        problems.push(`${Math.round(height)} px high: ${name(element)}`);
    }

  // Each player has a cell, and neither it nor a figure in it is cut.
  for (const cell of all(".strip > *, .strip .cash, .strip .worth"))
    if (cell.scrollWidth > cell.clientWidth + 1 && cell.clientWidth > 1) problems.push(`cut: ${name(cell)}`);

  // Keys lead from the stage to the dock and from there to the line of time.
  const order = [".stage", ".decision", ".bottom"].map((each) => document.querySelector(`main > ${each}`));
  order.forEach((one, index) => {
    const next = order[index + 1];
    if (one && next && !(one.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING))
      problems.push(`${name(next)} comes before ${name(one)}`);
  });
  // Who wants no motion sees none.
  for (const motion of document.getAnimations())
    if (motion.playState === "running") problems.push(`moves: ${name(motion.effect.target)}`);
  return { problems, confirm: at };
};
