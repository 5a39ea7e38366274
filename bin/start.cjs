/**
 * Starts the built program under one of its names. Written so that every Node since the eighth can read it, and one that is too old is told so in
 * a sentence: what comes after it is read by newer ones only.
 */
const { existsSync } = require('fs');
const { join } = require('path');

/** As in package.json, which a test holds it to. */
const WANTED = [20, 20];
/** Names the build that is run (scripts/build.mjs). */
const PROGRAM = join(__dirname, '../dist/program.cjs');

module.exports = function start(name) {
  const fail = (why) => {
    console.error(`${name}: ${why}`);
    process.exitCode = 2;
  };
  if (isTooOld(process.versions.node)) return fail(`needs Node ${WANTED.join('.')} or newer, and this is ${process.versions.node}`);
  const cannotRun = (error) => fail(`cannot run, install it again: ${error.message.split('\n')[0]}`);
  if (!existsSync(PROGRAM)) return fail('not built yet; run npm ci first');
  try {
    const program = require(PROGRAM);
    require('./compiled.cjs').useCompiledCode(program.folder);
    program
      .load()
      .main(name)
      // Everything is written by now. The end would otherwise be waited for until the engine has compiled what nobody runs any more: 8 ms.
      .then(() => process.exit())
      .catch(cannotRun);
  } catch (error) {
    cannotRun(error);
  }
};

function isTooOld(version) {
  const [major, minor] = version.split('.').map(Number);
  return major < WANTED[0] || (major === WANTED[0] && minor < WANTED[1]);
}
