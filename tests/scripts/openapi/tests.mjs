/**
 * Counts the tests of a script. A test returns its faults as sentences, and an exception is a fault, too.
 * `moreFaults` returns what else went wrong during a test, such as the complaints of a browser.
 */
export function beginTests(moreFaults = () => []) {
  const shownMax = 12;
  let passed = 0;
  let failed = 0;
  return {
    async test(name, faults) {
      let found;
      try {
        found = (await faults()) ?? [];
      } catch (error) {
        found = [error.stack];
      }
      found.push(...moreFaults());
      if (found.length === 0) {
        passed += 1;
        return;
      }
      failed += 1;
      console.log(`FAILED ${name}`);
      for (const fault of found.slice(0, shownMax)) console.log(`    ${fault}`);
    },

    /** Prints the sum, and ends the process. */
    end() {
      console.log(`${passed} passed, ${failed} failed`);
      process.exit(failed === 0 ? 0 : 1);
    },
  };
}
