import type { Word } from "../api/types";
import type { Finder, Found } from "../model/glossary";

/** Texts whose words are not explained: drawings, fields, hidden texts and the messages of people. */
const SKIPPED = "svg, select, textarea, script, style, .unseen, .talk, [data-unexplained]";
/** Elements that act when they are pressed. Their words are explained without a mark. */
const CONTROL = "button, a, summary, [role=button]";
const ROOTS = "main, header, dialog[open]";
/** A panel of the page: its words are marked once. */
const PANEL = "dialog, header, main > *";

/** A word of the glossary at its place in the page. */
export interface Place {
  node: Text;
  found: Found;
  /** True if it is in a button or link. */
  control: boolean;
}

/** Return the panel that contains an element. */
export const panelOf = (element: Element | null) => element?.closest<HTMLElement>(PANEL) ?? null;

/** Return the words in an element, in its order, without those that are not visible. */
export function placesIn(root: Element, finder: Finder): Place[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Text
      ? NodeFilter.FILTER_ACCEPT
      : (node as Element).matches(SKIPPED)
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_SKIP,
  );
  const places: Place[] = [];
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const all = finder.find(node.data);
    if (!all.length || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    const control = node.parentElement.closest(CONTROL) !== null;
    places.push(...all.map((found) => ({ node, found, control })));
  }
  return places;
}

/** Return the words of the page by panel, in the order of the page. */
export function placesByPanel(finder: Finder): Map<HTMLElement, Place[]> {
  const panels = new Map<HTMLElement, Place[]>();
  for (const root of document.querySelectorAll<HTMLElement>(ROOTS))
    for (const place of placesIn(root, finder)) {
      const panel = panelOf(place.node.parentElement) ?? root;
      const places = panels.get(panel);
      if (places) places.push(place);
      else panels.set(panel, [place]);
    }
  return panels;
}

/** Return the words of places, each once. */
export const wordsOf = (places: readonly Place[]): Word[] => [...new Set(places.map(({ found }) => found.word))];

/** Return the first place of each word of a panel that is not in a button or link. */
export function firstOf(places: readonly Place[]): Place[] {
  const seen = new Set<Word>();
  return places.filter(({ found: { word }, control }) => !control && !seen.has(word) && seen.add(word));
}

/** Return the word at a point of an element, with its box. `near`: pixels by which the point may miss it. */
export function placeAt(
  element: EventTarget | null,
  { clientX: x, clientY: y }: MouseEvent,
  finder: Finder,
  near = 0,
): { place: Place; box: DOMRect } | null {
  if (!(element instanceof Element) || element.closest(SKIPPED) || !element.closest(ROOTS)) return null;
  for (const node of element.childNodes)
    if (node instanceof Text)
      for (const found of finder.find(node.data)) {
        const range = new Range();
        range.setStart(node, found.start);
        range.setEnd(node, found.end);
        const box = [...range.getClientRects()].find(
          ({ left, right, top, bottom }) =>
            x >= left - near && x <= right + near && y >= top - near && y <= bottom + near,
        );
        if (box) return { place: { node, found, control: element.closest(CONTROL) !== null }, box };
      }
  return null;
}

/** Draw the mark under places. It changes no element, so nothing on the page moves. */
export function mark(places: readonly Place[]) {
  // Browsers before 2025 may lack it; words are then explained without a mark.
  if (!("highlights" in CSS)) return;
  const ranges = places.map(
    ({ node, found: { start, end } }) =>
      new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end }),
  );
  CSS.highlights.set("words", new Highlight(...ranges));
}
