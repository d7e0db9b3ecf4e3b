/* What is chosen on a hex is chosen beside it: near, neither over the hex nor out of the screen. */
({ hex, phone }) => {
  const near = document.querySelector(`.map [data-hex="${hex}"]`)?.getBoundingClientRect();
  const picker = document.querySelector(".picker")?.getBoundingClientRect();
  if (!near || !picker) return [`nothing opens for ${hex}`];
  const problems = [];
  const [x, y] = [
    Math.max(picker.left - near.right, near.left - picker.right),
    Math.max(picker.top - near.bottom, near.top - picker.bottom),
  ];
  if (Math.max(x, y) < -2) problems.push(`what opens for ${hex} covers it`);
  if (!phone && Math.hypot(Math.max(x, 0), Math.max(y, 0)) > 160) problems.push(`what opens for ${hex} is far`);
  const sheet = document.querySelector(".decision").getBoundingClientRect();
  if (phone && (near.bottom > sheet.top + 1 || near.top < 0)) problems.push(`${hex} is not in view above the sheet`);
  for (const box of phone ? [near] : [near, picker])
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      problems.push(`${hex}, or what opens for it, leaves the screen`);
  return problems;
};
