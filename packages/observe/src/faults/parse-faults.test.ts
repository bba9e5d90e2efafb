import { expect, test } from "vitest";
import { parseFaults } from "./parse-faults.ts";

test("faults are read with their direction, and a seed", () => {
  expect(parseFaults(["delay=200", "drop=0.1:client", "garble=1:agent", "cut=3", "kill=20:agent", "seed=7"])).toEqual({
    faults: [
      { kind: "delay", ms: 200, direction: undefined },
      { kind: "drop", probability: 0.1, direction: "to_client" },
      { kind: "garble", probability: 1, direction: "to_agent" },
      { kind: "cut", after: 3, direction: "to_client" },
      { kind: "kill", after: 20, direction: "to_agent" },
    ],
    seed: 7,
  });
  expect(parseFaults([])).toEqual({ faults: [], seed: 1 });
});

test.each([
  ["slow=3", '"slow" is not a fault; expected delay, drop, garble, cut, kill, seed'],
  ["", '"" is not a fault'],
  ["constructor=1", '"constructor" is not a fault'],
  ["delay", 'delay is ""; expected milliseconds, a whole number from 0 to 600000'],
  ["delay=-1", 'delay is "-1"'],
  ["delay=1.5", 'delay is "1.5"'],
  ["delay=Infinity", 'delay is "Infinity"'],
  ["drop=2", 'drop is "2"; expected a probability from 0 to 1'],
  ["garble=x", 'garble is "x"'],
  ["kill=0", 'kill is "0"; expected messages, a whole number from 1'],
  ["drop=0.5:both", 'the direction is "both"; expected agent or client'],
  ["drop=0.5:", 'the direction is ""'],
  ["seed=-3", 'seed is "-3"; expected a seed'],
])("%j does not fit, and the error says what", (text, message) => {
  expect(() => parseFaults([text])).toThrow(message);
});
