import { expect, test } from "vitest";
import { ResponseReader } from "./response-reader.ts";

const ANSWERS = [
  "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
  "HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n",
  "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
];

test("answers are told one by one, wherever they are cut", () => {
  const bytes = Buffer.from(ANSWERS.join(""));
  for (let size = 1; size <= bytes.length; size += 1) {
    const told: number[] = [];
    const reader = new ResponseReader((status) => told.push(status));
    for (let from = 0; from < bytes.length; from += size) reader.take(bytes.subarray(from, from + size));
    expect(told).toEqual([200, 204, 404]);
  }
});
