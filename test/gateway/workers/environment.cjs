const leavingOut = require('../../jest/leaving-out.cjs');
const { SUITES } = require('./suites.cjs');

module.exports = leavingOut(SUITES);
