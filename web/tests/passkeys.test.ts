import { describe, expect, it } from "vitest";
import { answerJson, bytes, creationOptions, requestOptions, text } from "../src/browser/passkeys";

const buffer = (...all: number[]) => Uint8Array.from(all).buffer;

describe("passkeys in a browser that does not convert them", () => {
  it("reads and writes base64url without padding", () => {
    for (const each of [[], [255], [251, 255], [1, 2, 3]]) expect([...bytes(text(buffer(...each)))]).toEqual(each);
    expect(text(buffer(251, 255, 254, 1))).toBe("-__-AQ");
  });
  it("converts the options of the server", () => {
    const made = creationOptions({
      challenge: "-_8",
      rp: { id: "localhost", name: "Trunkline" },
      user: { id: "QQ", name: "Ann", displayName: "Ann" },
      excludeCredentials: [{ id: "Qg", type: "public-key" }],
    });
    expect([made.challenge, made.user.id, made.excludeCredentials?.[0]?.id]).toEqual([
      bytes("-_8"),
      bytes("QQ"),
      bytes("Qg"),
    ]);
    expect([made.rp.id, made.user.name]).toEqual(["localhost", "Ann"]);
    expect(requestOptions({ challenge: "-_8", rpId: "localhost" })).toMatchObject({
      challenge: bytes("-_8"),
      rpId: "localhost",
    });
  });
  it("converts the answer, and leaves out the parts that it does not have", () => {
    const response = { clientDataJSON: buffer(1), signature: buffer(2), userHandle: null };
    const credential = { rawId: buffer(251, 255), type: "public-key", response };
    expect(answerJson(credential as unknown as PublicKeyCredential)).toEqual({
      id: "-_8",
      rawId: "-_8",
      type: "public-key",
      response: { clientDataJSON: "AQ", signature: "Ag" },
    });
  });
});
