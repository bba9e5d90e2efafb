// Where a request may go. What counts is the address that is connected to, not the name: a name can mean another one a moment later.
import { describePrivateAddress, withoutBrackets } from "@parley/base";
import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";

type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface DestinationOptions {
  /** Asked at each connection: whether every address may be reached. No unless given. */
  readonly allowsLoopback?: (() => boolean) | undefined;
  /** Names and addresses that may be reached wherever they lead. IPv6 addresses without brackets. */
  readonly hosts?: ReadonlySet<string> | undefined;
  /** The system's unless given. */
  readonly resolve?: Resolve | undefined;
  /** Why an address must not be reached; that it is not public unless given. */
  readonly object?: ((address: string) => string | undefined) | undefined;
}

/** Why a connection was not made; its code tells it from those of the network. */
export class DestinationRefused extends Error {
  readonly code = "ERR_PARLEY_DESTINATION";
  readonly address: string;
  /** What the address is: `a private network`. */
  readonly what: string;

  constructor(hostname: string, address: string, what: string) {
    const where = hostname === address ? hostname : `${hostname} (${address})`;
    super(`${where} is ${what}; Parley may only reach public addresses from here`);
    this.name = "DestinationRefused";
    this.address = address;
    this.what = what;
  }
}

/** What every connection is made through. */
export interface Destinations {
  /** For `net.connect` and `http.request`: resolves a name to addresses that may be reached, or fails. Not asked for numbers. */
  readonly lookup: LookupFunction;
  /** Throws a DestinationRefused if the host is an address that must not be reached. To be asked before each connection. */
  checkLiteral(hostname: string): void;
  /** The same for a name as well: rejects if it leads where it must not, or nowhere. */
  check(hostname: string): Promise<void>;
}

export function createDestinations(options: DestinationOptions): Destinations {
  const { allowsLoopback, hosts, resolve = resolveBySystem, object = describePrivateAddress } = options;
  const refuse = (hostname: string, address: string): void => {
    const isAllowed = hosts?.has(hostname.toLowerCase()) === true || allowsLoopback?.() === true;
    const what = isAllowed ? undefined : object(address);
    if (what !== undefined) throw new DestinationRefused(hostname, address, what);
  };
  const find = async (hostname: string): Promise<readonly LookupAddress[]> => {
    const addresses = await resolve(hostname);
    // One that must not be reached among others that may is a trick, or a mistake.
    for (const { address } of addresses) refuse(hostname, address);
    return addresses;
  };
  const checkLiteral = (hostname: string): void => {
    const bare = withoutBrackets(hostname);
    if (isIP(bare) !== 0) refuse(bare, bare);
  };
  return {
    checkLiteral,
    async check(hostname) {
      checkLiteral(hostname);
      if (isIP(withoutBrackets(hostname)) === 0) await find(hostname);
    },
    lookup: (hostname, { all }, callback) => {
      void answer(find(hostname), all === true, callback);
    },
  };
}

type Callback = Parameters<LookupFunction>[2];

async function answer(found: Promise<readonly LookupAddress[]>, all: boolean, callback: Callback): Promise<void> {
  let addresses: readonly LookupAddress[];
  try {
    addresses = await found;
  } catch (error) {
    callback(error instanceof Error ? error : new Error(String(error)), "", 0);
    return;
  }
  const [first] = addresses;
  if (first === undefined) callback(new Error("The name has no address"), "", 0);
  else if (all) callback(null, [...addresses]);
  else callback(null, first.address, first.family);
}

function resolveBySystem(hostname: string): Promise<readonly LookupAddress[]> {
  return new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });
}
