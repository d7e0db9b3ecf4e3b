/**
 * Passkeys of the browser. Options and answers are JSON on the way to the server.
 *
 * Browsers without `parseCreationOptionsFromJSON` and `toJSON` need the conversions below.
 */

type Json = Record<string, unknown>;
type Conversions = Partial<
  Pick<typeof PublicKeyCredential, "parseCreationOptionsFromJSON" | "parseRequestOptionsFromJSON">
>;

// The build takes no messages from statements that throw.
const cancelled = () => "No passkey was used. Try again, or use your password.";
const registered = () => "This device has a passkey for your account already.";

/** Return whether the browser can use passkeys. */
export const supported = () => typeof PublicKeyCredential === "function" && "credentials" in navigator;

/** Make a passkey, and return the answer for the server. */
export const create = (options: Json) =>
  answered(() => navigator.credentials.create({ publicKey: creationOptions(options) }));

/** Sign in with a passkey that the person chooses, and return the answer for the server. */
export const get = (options: Json) => answered(() => navigator.credentials.get({ publicKey: requestOptions(options) }));

async function answered(ask: () => Promise<Credential | null>): Promise<Json> {
  let found: Credential | null;
  try {
    found = await ask();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    if (name === "InvalidStateError") throw new Error(registered(), { cause: error });
    if (name === "NotAllowedError" || name === "AbortError") throw new Error(cancelled(), { cause: error });
    throw error;
  }
  if (!found) throw new Error(cancelled());
  return answerJson(found as PublicKeyCredential);
}

function conversions(): Conversions {
  return typeof PublicKeyCredential === "function" ? PublicKeyCredential : {};
}

export function creationOptions(options: Json): PublicKeyCredentialCreationOptions {
  const native = conversions().parseCreationOptionsFromJSON;
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  if (native) return native.call(PublicKeyCredential, json);
  return {
    ...json,
    challenge: bytes(json.challenge),
    user: { ...json.user, id: bytes(json.user.id) },
    excludeCredentials: (json.excludeCredentials ?? []).map((each) => ({ ...each, id: bytes(each.id) })),
  } as PublicKeyCredentialCreationOptions;
}

export function requestOptions(options: Json): PublicKeyCredentialRequestOptions {
  const native = conversions().parseRequestOptionsFromJSON;
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  if (native) return native.call(PublicKeyCredential, json);
  return { ...json, challenge: bytes(json.challenge), allowCredentials: [] } as PublicKeyCredentialRequestOptions;
}

/** The parts of an answer, of which those to `create` and `get` have some. */
const PARTS = ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"] as const;

export function answerJson(credential: PublicKeyCredential): Json {
  // Some password managers replace the object with one whose `toJSON` throws.
  try {
    return credential.toJSON() as Json;
  } catch {
    const response = credential.response as Partial<Record<(typeof PARTS)[number], ArrayBuffer | null>>;
    const parts = PARTS.filter((name) => response[name]).map((name) => [name, text(response[name]!)]);
    const id = text(credential.rawId);
    return { id, rawId: id, type: credential.type, response: Object.fromEntries(parts) as Json };
  }
}

/** Return the bytes of a text in base64url. */
export function bytes(coded: string): Uint8Array<ArrayBuffer> {
  const found = atob(coded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(found, (each) => each.charCodeAt(0));
}

/** Return bytes as text in base64url without padding. */
export function text(found: ArrayBuffer): string {
  const coded = btoa(String.fromCharCode(...new Uint8Array(found)));
  return coded.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
