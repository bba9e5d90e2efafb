// Required before a program: its clock is off by PARLEY_TEST_CLOCK_OFF_MS, as that of a machine whose time was never set.
"use strict";
const offMs = Number(process.env.PARLEY_TEST_CLOCK_OFF_MS ?? "0");
const RealDate = Date;

globalThis.Date = class Date extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + offMs;
  }
};
