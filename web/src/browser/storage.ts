/** What a browser remembers, by name. A browser that remembers nothing (private windows, a full disk) is no trouble. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // It holds until the page is left.
  }
}
