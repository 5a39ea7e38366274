/**
 * Starts the built program under one of its names. Written so that every Node since the sixth can read it, and one that is too old is told so in
 * a sentence: what comes after it is read by newer ones only.
 */
const { existsSync } = require('fs');
const { join } = require('path');

/** As in package.json, which a test holds it to. */
const WANTED = [20, 20];
const dist = join(__dirname, '../dist');

module.exports = function start(name) {
  const fail = (why) => {
    console.error(`${name}: ${why}`);
    process.exitCode = 2;
  };
  if (isTooOld(process.versions.node)) return fail(`needs Node ${WANTED.join('.')} or newer, and this is ${process.versions.node}`);
  if (!existsSync(join(dist, 'program.js'))) return fail('not built yet; run npm ci first');
  try {
    const load = require('./load.cjs');
    load(dist)
      .main(name)
      // Everything is written by now. The end would otherwise be waited for until the engine has compiled what nobody runs any more: 8 ms.
      .then(() => process.exit())
      .catch((error) => fail(`cannot run: ${error.message}`));
  } catch (error) {
    fail(`cannot run: ${error.message}`);
  }
};

function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < WANTED[0] || (major === WANTED[0] && minor < WANTED[1]);
}
