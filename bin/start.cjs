/** Starts the built program under one of its names. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const load = require('./load.cjs');

const dist = join(__dirname, '../dist');

module.exports = function start(name) {
  const fail = (why) => {
    console.error(`${name}: ${why}`);
    process.exitCode = 2;
  };
  if (!existsSync(join(dist, 'program.js'))) return fail('not built yet; run npm ci first');
  try {
    load(dist)
      .main(name)
      // Everything is written by now. The end would otherwise be waited for until the engine has compiled what nobody runs any more: 8 ms.
      .then(() => process.exit())
      .catch((error) => fail(`cannot run: ${error.message}`));
  } catch (error) {
    fail(`cannot run: ${error.message}`);
  }
};
