/** Scroll so that a new element is visible. Use it as an attachment. */
export const intoView = (node: Element) => node.scrollIntoView({ block: "nearest" });
