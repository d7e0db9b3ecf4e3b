/** The symbol sheet of each title, brought into the page once so that drawings can use it by name. */
const brought = new Map<string, Promise<void>>();

export function bring(title: string, hash: string): Promise<void> {
  let found = brought.get(title);
  if (!found) {
    found = fetch(`/api/titles/${encodeURIComponent(title)}/symbols.svg?h=${encodeURIComponent(hash)}`)
      .then((answer) => answer.text())
      .then((text) => {
        const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        sheet.setAttribute("aria-hidden", "true");
        sheet.classList.add("sheet");
        sheet.querySelectorAll("[id]").forEach((part) => (part.id = `${title}-${part.id}`));
        document.body.append(document.importNode(sheet, true));
      });
    brought.set(title, found);
  }
  return found;
}
