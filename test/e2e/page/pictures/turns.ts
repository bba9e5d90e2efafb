// What is asked in the pictures, and what the agent then does, as a script.

const FIX = "Customers report totals that are a cent off. Find out why and fix it.";
const TEST = "Please add a test for that.";
const SHIPPING = "Make shipping free for large orders.";
const DOCUMENT = "Document the order API in the README.";

export const PROMPTS = { FIX, TEST, SHIPPING, DOCUMENT };

/** By the prompt. */
export const TURNS: ReadonlyMap<string, string> = new Map([
  [
    FIX,
    `title Totals are a cent off
think The cart rounds each price before it multiplies: three times 33.4 cents become 99 instead of 100.
read src/cart.ts
read src/money.ts
read src/orders.ts
read test/cart.test.ts
edit src/cart.ts round(price) * quantity => round(price * quantity)
run node --check src/money.js
say The cart **rounded each price before it multiplied**, so three items at 33.4 cents cost 99 cents instead of 100. Now it rounds once per line:\\n\\n- \`src/cart.ts\` multiplies first, then rounds\\n- \`src/orders.ts\` uses the same function and needs no change`,
  ],
  [
    TEST,
    `plan [x] Find the tests of the cart; [>] Add a test with three items; Look for other rounding
read test/cart.test.ts
edit test/cart.test.ts // More tests come here => test("rounds once per line", () => {\\n  equal(total([{ price: 33.4, quantity: 3 }]), 100);\\n});
plan [x] Find the tests of the cart; [x] Add a test with three items; [>] Look for other rounding
read src/orders.ts
plan [x] Find the tests of the cart; [x] Add a test with three items; [x] Look for other rounding
say The test buys three items at 33.4 cents. No other code rounds.`,
  ],
  [SHIPPING, "title Free shipping\nread src/shipping.ts\nask Above what total should shipping be free?\nsay Done."],
  [
    DOCUMENT,
    `title Document the order API
read src/orders.ts
read src/customers.ts
read README.md
edit README.md Totals, orders and customers. => Totals, orders and customers.\\n\\n\`GET /orders/:id\` returns an order with its lines and its total in cents.
say The README describes \`GET /orders/:id\` now.`,
  ],
]);
