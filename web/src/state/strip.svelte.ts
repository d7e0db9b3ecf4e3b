/** The strip of players of the page; its height is 0 if it is not shown. Requests are shown below it on a narrow page. */
export const strip = $state({ height: 0 });
