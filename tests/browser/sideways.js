/* Parts of the stage that scroll sideways, and tables that are cut off at the right: a list of sentences, empty without any. */
() => {
  const name = (element) => `${element.tagName.toLowerCase()}.${[...element.classList].filter((each) => !each.startsWith("svelte-")).join(".")}`;
  const problems = [];
  for (const element of document.querySelectorAll(".stage, .stage *:not(svg *)")) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(".unseen, .unseen *, select")) continue;
    const by = element.scrollWidth - element.clientWidth;
    if (by > 1 && /auto|scroll/.test(getComputedStyle(element).overflowX)) problems.push(`scrolls sideways: ${name(element)} by ${by}`);
    if (!element.matches("table")) continue;
    const { right } = element.getBoundingClientRect();
    for (let around = element.parentElement; around?.closest(".stage"); around = around.parentElement)
      if (right > around.getBoundingClientRect().right + 1) {
        problems.push(`cut off at the right: ${name(around)} by ${Math.round(right - around.getBoundingClientRect().right)}`);
        break;
      }
  }
  return problems;
};
