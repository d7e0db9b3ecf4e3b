import { type Me, whoAmI } from "../api/people";

/** Whether there are accounts here, and as whom one is signed in; at one screen there are none. */
export const me = $state<Me>({ accounts: false, name: null, operator: false, email: null, mail: false });

export function am(found: Me) {
  Object.assign(me, found);
}

export async function learn() {
  // Where nobody answers, the page says so elsewhere.
  await whoAmI().then(am, () => undefined);
}
