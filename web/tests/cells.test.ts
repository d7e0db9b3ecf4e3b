import { expect, test } from "vitest";
import type { Decision, Forbidden } from "../src/api/types";
import { Cells } from "../src/model/market";

const refused = (text: string, ...corps: string[]) =>
  ({
    kind: "buy_share",
    text,
    why: "Ann has $20",
    rule: "buy.price",
    section: "",
    word: "low cash",
    targets: corps.map((corp) => ({ corp, source: "offering" })),
  }) as unknown as Forbidden;

test("a lock names its action only if that is the only one of its group", () => {
  const forbidden = [refused("buy 10% of FG from the IPO", "FG", "KM"), refused("buy 10% of GF from the IPO", "GF")];
  const cells = new Cells({ groups: [], forbidden } as unknown as Decision);
  expect(cells.lock("buy_share", "KM", "offering")?.text).toBe("");
  expect(cells.lock("buy_share", "GF", "offering")?.text).toBe("buy 10% of GF from the IPO");
});
