/**
 * The suites that run over Cloudflare's runtime too: the Worker in `workerd`, with its object and its assets, in place of a
 * function in this process. What of them is left out, by the titles of the tests, and why. A star stands for any end.
 */
const CLOCK = 'the clock of workerd cannot be moved';
const GONE = 'workerd tells a Worker of no caller who has gone';
const STOP = 'Cloudflare stops an object without a word';
const ASSETS = 'Cloudflare serves the pages by itself';

const SUITES = {
  'gateway/failures.test.ts': { 'a failure is one line a minute, with how many met it': CLOCK },
  'gateway/forwarding.test.ts': {},
  'gateway/odd-backends.test.ts': {},
  'gateway/pages.test.ts': {
    'a method that is not allowed *': ASSETS,
    'a gateway without pages serves the API alone': ASSETS,
    'what a caller has may be one of several': ASSETS,
    'what is text is compressed as the browser asks, and is the same file': ASSETS,
  },
  'gateway/recent-reads.test.ts': {
    'an answer to *': CLOCK,
    'five hundred answers are remembered, the latest': CLOCK,
    'who reloads a page again and again asks the script once': GONE,
  },
  'gateway/seats.test.ts': {
    '/healthz says how the gateway is and calls no script': CLOCK,
    'nobody waits for a seat longer than 20 seconds': CLOCK,
    'a credential that is over its limit is told so without the script, and not at once': CLOCK,
    'a caller of *': GONE,
    'a gateway that stops answers those who wait, and ends what runs': STOP,
  },
};

module.exports = { SUITES };
