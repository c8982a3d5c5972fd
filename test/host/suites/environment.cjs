const path = require('node:path');
const CountingEnvironment = require('../../jest/environment.cjs');
const { SUITES } = require('./suites.cjs');

const TESTS = path.resolve(__dirname, '../..');

/** Leaves out of a suite what is about the sheet alone. */
module.exports = class extends CountingEnvironment {
  constructor(config, context) {
    super(config, context);
    const name = path.relative(TESTS, context.testPath).replaceAll(path.sep, '/');
    this.titles = Object.keys(SUITES[name] ?? {});
  }

  handleTestEvent({ name }, { rootDescribeBlock }) {
    if (name !== 'run_start') return;
    const left = new Set();
    leaveOut(rootDescribeBlock, { titles: this.titles, left });
    // Some tests are in the long run only.
    if (process.env.TEST_EXTENT !== 'long') return;
    const unknown = this.titles.filter((title) => !left.has(title));
    // Only the long tests have all titles.
    if (unknown.length > 0 && process.env.TEST_EXTENT === 'long')
      throw new Error(`suites.cjs names what is not there: ${unknown.join('; ')}`);
  }
};

/** A title may end in a star, which stands for any end. */
function leaveOut(block, { titles, left }) {
  const isOfSheet = ({ name }) => {
    const found = titles.filter((title) =>
      title.endsWith('*') ? name.startsWith(title.slice(0, -1)) : name === title,
    );
    for (const title of found) left.add(title);
    return found.length > 0;
  };
  block.children = block.children.filter((child) => !isOfSheet(child));
  block.tests = block.children.filter(({ type }) => type === 'test');
  for (const child of block.children) if (child.type === 'describeBlock') leaveOut(child, { titles, left });
}
