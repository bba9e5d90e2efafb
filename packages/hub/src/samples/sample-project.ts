// The files of the sample project: a few lines of a shop, small enough to be understood at a glance.

export const SAMPLE_FILES: Readonly<Record<string, string>> = {
  "README.md": `# Sample shop

A folder to try Parley in. Nothing here is used by anything, so everything may be changed.
`,
  "package.json": `{
  "name": "sample-shop",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  "src/money.js": `// Amounts are in cents.

export function round(amount) {
  return Math.round(amount);
}

export function format(amount) {
  return (amount / 100).toFixed(2);
}
`,
  "src/cart.js": `import { round } from "./money.js";

export function lineTotal(price, quantity) {
  return round(price) * quantity;
}

export function total(lines) {
  let sum = 0;
  for (const { price, quantity } of lines) {
    sum += lineTotal(price, quantity);
  }
  return sum;
}

export function isEmpty(lines) {
  return lines.length === 0;
}

export function shipping(sum) {
  return sum > 5000 ? 0 : 490;
}
`,
  "src/orders.js": `import { shipping, total } from "./cart.js";

export function order(customer, lines) {
  const sum = total(lines);
  return { customer, sum, shipping: shipping(sum) };
}
`,
  "src/customers.js": `export function greet({ name }) {
  return \`Hello \${name}\`;
}
`,
  "test/cart.test.js": `import assert from "node:assert";
import { test } from "node:test";
import { shipping, total } from "../src/cart.js";

test("sums up lines", () => {
  assert.equal(total([{ price: 100, quantity: 3 }]), 300);
});

test("ships free over 50", () => {
  assert.equal(shipping(6000), 0);
});
`,
};
