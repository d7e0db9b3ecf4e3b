/** Return the stored value of a name, or null. Storage may be unavailable, as in private windows or on a full disk. */
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
    // Without storage, the value is lost when the page closes.
  }
}
