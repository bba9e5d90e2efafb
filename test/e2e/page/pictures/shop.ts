// The small project that agents work on in the pictures.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const CART = `import { round } from "./money.ts";
import type { Line } from "./orders.ts";

/** In cents. */
export function total(lines: readonly Line[]): number {
  let sum = 0;
  for (const { price, quantity } of lines) {
    sum += round(price) * quantity;
  }
  return sum;
}
`;

const CART_TEST = `import { equal } from "node:assert/strict";
import { test } from "node:test";
import { total } from "../src/cart.ts";

test("adds up", () => {
  equal(total([{ price: 250, quantity: 2 }]), 500);
});

// More tests come here
`;

const FILES: Readonly<Record<string, string>> = {
  "src/cart.ts": CART,
  "src/money.ts": "export const round = (cents: number): number => Math.round(cents);\n".repeat(4),
  "src/money.js": "export const round = (cents) => Math.round(cents);\n",
  "test/cart.test.ts": CART_TEST,
  "package.json": `${JSON.stringify({ name: "shop-api", private: true, type: "module", engines: { node: ">=24" } })}\n`,
  "README.md": "# Shop API\n\nTotals, orders and customers.\n",
};

/** Only their sizes count. */
const SIZES: Readonly<Record<string, number>> = {
  "src/orders.ts": 2_400,
  "src/customers.ts": 1_800,
  "src/shipping.ts": 900,
  "src/server.ts": 2_900,
  "src/database/open.ts": 1_100,
  "src/database/migrations.ts": 2_100,
  "src/database/queries.ts": 1_900,
  "src/mail/templates.ts": 1_500,
  "src/mail/send.ts": 700,
  "test/orders.test.ts": 1_700,
  "test/customers.test.ts": 1_200,
  "docs/api.md": 1_600,
  "docs/releases.md": 900,
};

export async function writeShop(folder: string): Promise<void> {
  const sized = Object.entries(SIZES).map(([path, size]) => [path, "// \n".repeat(size / 4)] as const);
  for (const [path, text] of [...Object.entries(FILES), ...sized]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}
