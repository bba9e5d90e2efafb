// The address of a remote agent, as a person gives it.
import { ParleyError } from "@parley/base";
import { ADDRESS_CHARS_MAX } from "../limits.ts";

/** In one spelling, so that the same agent is not added twice. Throws `bad_input`. */
export function parseRemoteAddress(text: string): URL {
  if (text.length > ADDRESS_CHARS_MAX) throw badAddress(`it is longer than ${ADDRESS_CHARS_MAX} characters`);
  if (!URL.canParse(text)) throw badAddress("it is no address; one looks like https://agent.example.com");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw badAddress("only http and https are possible");
  // It is stored, listed and shown as it is.
  if (url.username !== "" || url.password !== "") throw badAddress("it must not hold a name or a password");
  url.hash = "";
  return url;
}

function badAddress(why: string): ParleyError {
  return new ParleyError({ code: "bad_input", message: `url: ${why}` });
}
