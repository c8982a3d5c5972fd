const path = require('node:path');
const CountingEnvironment = require('./environment.cjs');

const TESTS = path.resolve(__dirname, '..');

/** Makes an environment that leaves out the tests with these titles: of each suite, by its path, those that another has for itself. */
module.exports = (suites) =>
  class extends CountingEnvironment {
    constructor(config, context) {
      super(config, context);
      const name = path.relative(TESTS, context.testPath).replaceAll(path.sep, '/');
      this.titles = Object.keys(suites[name] ?? {});
    }

    handleTestEvent({ name }, { rootDescribeBlock }) {
      if (name !== 'run_start') return;
      const left = new Set();
      leaveOut(rootDescribeBlock, { titles: this.titles, left });
      // Some tests are in the long run only.
      if (process.env.TEST_EXTENT !== 'long') return;
      const unknown = this.titles.filter((title) => !left.has(title));
      if (unknown.length > 0) throw new Error(`suites.cjs names what is not there: ${unknown.join('; ')}`);
    }
  };

/** A title may end in a star, which stands for any end. */
function leaveOut(block, { titles, left }) {
  const isNamed = ({ name }) => {
    const found = titles.filter((title) =>
      title.endsWith('*') ? name.startsWith(title.slice(0, -1)) : name === title,
    );
    for (const title of found) left.add(title);
    return found.length > 0;
  };
  block.children = block.children.filter((child) => !isNamed(child));
  block.tests = block.children.filter(({ type }) => type === 'test');
  for (const child of block.children) if (child.type === 'describeBlock') leaveOut(child, { titles, left });
}
