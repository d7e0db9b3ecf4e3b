/** Show a drawing of the server in an element. `text` is SVG; empty shows nothing. */
export function drawn(node: HTMLElement, text: string) {
  const put = (drawing: string) => {
    if (!drawing) return node.replaceChildren();
    const { documentElement } = new DOMParser().parseFromString(drawing, "image/svg+xml");
    node.replaceChildren(document.importNode(documentElement, true));
  };
  put(text);
  return { update: put };
}
