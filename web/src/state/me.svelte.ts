import { type Me, whoAmI } from "../api/people";

/** The signed-in person, and whether the server has accounts; a table at one screen has none. */
export const me = $state<Me>({ accounts: false, name: null, operator: false, email: null, mail: false });

export function am(found: Me) {
  Object.assign(me, found);
}

export async function learn() {
  // If the server does not answer, the page says so elsewhere.
  await whoAmI().then(am, () => undefined);
}
