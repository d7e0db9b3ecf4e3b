/* Focus is seen wherever keys may lead; a key has been pressed before, or else it would not be shown. */
() => {
  const problems = [];
  for (const element of document.querySelectorAll("main button:enabled, main [tabindex='0'], header button:enabled")) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement !== element) continue;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const drawn = element.querySelector(":scope > .focus");
    if (drawn ? getComputedStyle(drawn).visibility !== "visible" : outlineStyle === "none" || parseFloat(outlineWidth) < 2)
      problems.push(`focus is not seen: ${element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 30)}`);
  }
  document.activeElement?.blur();
  return problems.slice(0, 5);
};
