#!/usr/bin/env node
// The installed command: a file that exists before the first build, so that npm can link it.
require("../dist/parley.cjs");
