import { type Me, setLanguage, whoAmI } from "../api/people";
import { locale } from "../language/messages";
import { SOURCE } from "../language/pseudo";

/** The signed-in person, and whether the server has accounts. A table at one screen has no accounts. */
export const me = $state<Me>({
  accounts: false,
  name: null,
  operator: false,
  email: null,
  mail: false,
  confirmed: false,
  step: null,
  second_factor: false,
  sign_up: "open",
  passkeys: false,
  language: null,
});

export function am(found: Me) {
  Object.assign(me, found);
  // An account from before there were languages gets the language of its browser, once, for its emails.
  if (found.name !== null && found.language === null && locale() !== SOURCE)
    void setLanguage(locale()).then(
      () => (me.language = locale()),
      () => undefined,
    );
}

let first: Promise<void> | null = null;

/** Request the signed-in person. */
export async function learn() {
  // If the server does not answer, another part of the page reports it.
  await (first = whoAmI().then(am, () => undefined));
}

/** Wait until the signed-in person is known. */
export const known = () => first ?? learn();
