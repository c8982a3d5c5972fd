/**
 * The suites that run over SQL too: a real host and a real database in place of the local runtime. What of them is about the
 * sheet alone stays with it, by the titles of the tests, or of what they are in, and why. A star stands for any end.
 */

const PLAIN = 'a host takes no plain calls';

const ZONE = 'the time zone of a host is not that of a sheet';
const BY_HAND = 'nobody types into this table';
const FAULTS = 'kills an execution at a service call';
const LOG = 'the log of an execution is that of Google';
const CALLS = "counts calls of Google's services";
const HOLDS = "is about the script's lock, or how long Google takes";
const MENU = 'is from the menu, for which a host has commands';
const HEALTH = 'is told in Health, which is a tab of the sheet';
const NOTES = 'looks at the notes in a sheet';
const ROLLBACK = 'a failed rollback ends its connection, which this fault does not';
const MEANWHILE = 'the timer of a host has asked again in the hours between';
const IN_TURN = 'this script does one thing after the other';

const SUITES = {
  'web/customer.test.ts': { 'amounts in *': BY_HAND },
  'web/docs.test.ts': {},
  'web/staff-leads.test.ts': {},
  'web/staff-tickets.test.ts': {},
  'api/adf.test.ts': { 'is once with an Idempotency-Key by plain call': PLAIN },
  'api/cafe-endpoints.test.ts': {},
  'api/cafe-hostile.test.ts': {},
  'api/csv.test.ts': { 'has the columns and the rows of the list: a plain call': PLAIN },
  'api/endpoints.test.ts': {},
  'api/filters.test.ts': { 'take texts with commas one by one, and so do the links: a plain call': PLAIN },
  'api/hostile.test.ts': {},
  'api/idempotency.test.ts': {},
  'api/lists.test.ts': {},
  'api/import.test.ts': { 'creates and scores the leads of a plain call, in the order of the rows': PLAIN },
  'api/openapi.test.ts': {},
  'api/own-fields.long.test.ts': { 'in the sheet': BY_HAND },
  'api/payment-webhook.test.ts': { 'a plain call cannot be signed': PLAIN },
  'api/random.test.ts': {},
  'api/refused/expired.test.ts': {},
  'api/refused/refused.test.ts': {},
  'api/webhook.test.ts': { 'a plain call cannot be signed': PLAIN },
  'api/workflows.long.test.ts': {},
  'leads/leads.test.ts': { 'takes days in the time zone of the sheet, the last one included': ZONE },
  'leads/assignment.long.test.ts': {
    'a new lead gets the agent of the first rule that fits, in turn, past those who are away': BY_HAND,
  },
  'leads/automatic-texts.test.ts': {},
  'leads/email.long.test.ts': {},
  'leads/external-id.long.test.ts': {},
  'leads/merge.test.ts': {
    'that ends at any call is completed by the timer, and nothing is lost or there twice': FAULTS,
  },
  'leads/follow-ups.long.test.ts': {},
  'leads/lead-reports.long.test.ts': {
    'count each of 300 leads in the day and the hour that clocks in New York showed': BY_HAND,
  },
  'leads/scheduled.long.test.ts': {},
  'leads/twilio-signature.test.ts': {},
  'leads/waiting.test.ts': {},
  'leads/vehicles.test.ts': { 'the oldest of many changes move to the archive, and none is lost': BY_HAND },
  'cafe/menu.test.ts': { 'typed into the sheet is shown at once': BY_HAND, 'with the *': BY_HAND },
  'cafe/states.test.ts': { 'chosen in the sheet': BY_HAND },
  'cafe/stripe-orders.test.ts': {},
  'cafe/orders.test.ts': {},
  'cafe/stock.test.ts': {},
  'cafe/sold-out.long.test.ts': { 'knows what the owner types into the sheet': BY_HAND },
  'cafe/after-payment.test.ts': {},
  'cafe/refunds.long.test.ts': {
    'a refund whose answer was lost a day ago is looked up and not asked for again': MEANWHILE,
    'a run of the timer that dies at any call *': FAULTS,
  },
  'leads/choices.test.ts': { 'has nobody who may not see leads or is disabled': BY_HAND },
  'leads/messages.test.ts': {
    'an outbox row whose message was never written is dropped': BY_HAND,
    'queued by a request killed at any call, and repeated, are sent once': FAULTS,
    'of many leads are sent by a few writes, and hold the lock for two seconds at most': CALLS,
    'the timer with nothing to do reads the cache once, and takes half a second': CALLS,
    'wait and say why, use up no attempts, and cost the timer one call in most of its runs': CALLS,
  },
  'leads/phone.test.ts': { 'a country that is no calling code is told, and counts as none': LOG },
  'leads/reports.test.ts': {
    'in *': ZONE,
    'have the most frequent source first, whatever its name; none is "unknown"': BY_HAND,
    'read what they count of all leads in two calls, and no row': CALLS,
  },
  'security/order-id.test.ts': {},
  'accounts/login.test.ts': {
    'a wrong password and an unknown address get the same answer after the same work': CALLS,
    'an unknown address costs as much computing as a wrong password': MENU,
    'a user whose row is spoilt is refused like a wrong password': BY_HAND,
    'the right password has to wait too, then ends the wait; other addresses do not wait': CALLS,
    'several at once do not get as many attempts without a wait': IN_TURN,
    'many at the same moment are let through, and the next one waits for all of them': IN_TURN,
  },
  'accounts/credentials.test.ts': {
    'what has another form is refused without a call of any service': CALLS,
    'a forged token is refused without a read of the sheet, within 50 ms': CALLS,
    'a genuine token is refused once its row has been deleted': BY_HAND,
    'an API key is accepted in a URL only if it was made for that': BY_HAND,
    'logout ends the session at once, for the cache and for the sheet': CALLS,
    'a revoked session stays revoked, whenever a slow read of the sheet ends': IN_TURN,
    'edits by hand of the account tabs': BY_HAND,
  },
  'pushes/endpoint-url.test.ts': {},
  'pushes/endpoints.test.ts': {
    'adds one and renews its secret: pushes are signed with both': MENU,
    'newPushEndpoint *': MENU,
    'renewPushSecret *': MENU,
  },
  'pushes/lead-endpoints.test.ts': {
    'may be typed in the sheet, apart by commas; what was blank before means all of them': BY_HAND,
    'are the only ones that it gets': BY_HAND,
  },
  'pushes/lead-events.test.ts': {
    'tells of the lead that an unknown phone becomes, and of its text, in one go': CALLS,
    'tells of every lead whose phone has opted out, and of the text that says so': CALLS,
    'whose notes would make it larger than 20,000 bytes comes without them, and says so': BY_HAND,
    'create: a fetch and a write where somebody listens': CALLS,
    'change: a fetch and a write where somebody listens': CALLS,
    'without a listener, who listens is one call of the cache': CALLS,
    'nothing is fetched under the script lock': HOLDS,
  },
  'pushes/lead-kill.test.ts': {
    'every lead that was created is told of, and no other: an error, and nothing was done': ROLLBACK,
    'every change that was made is told of, and no other: an error, and nothing was done': ROLLBACK,
  },
  'pushes/push-kill.test.ts': {},
  'pushes/push-retries.test.ts': {
    'an endpoint that is out of reach is waited for twice in a run, however much is due': BY_HAND,
    'an address that does not exist *': BY_HAND,
    'a private address typed into the sheet is never called': BY_HAND,
    'an endpoint that has no secret is sent nothing': BY_HAND,
  },
  'pushes/push.test.ts': { 'of a change that is just being made waits for it': BY_HAND },
  'pushes/receiver-example.test.ts': {},
  'accounts/old-sessions.test.ts': { 'stay where their end is invalid': BY_HAND },
  'leads/hot-lead.test.ts': {
    'without a phone, or once disabled, gets none, which the lead says': BY_HAND,
    'whose phone was typed with its plus, which makes it a number, gets the text': BY_HAND,
    'another one is texted where the first could not be': BY_HAND,
    'and the vehicle may be gone later, and are filters': BY_HAND,
  },
  'leads/repeated.test.ts': {
    'makes none wherever the change of the phone ends': HOLDS,
    'leaves out a deletion whose time was changed to *': BY_HAND,
    'a lead is deleted under the lock in less than two seconds': HOLDS,
  },
  'leads/twilio.test.ts': {
    'an inbound message is kept where its lead is deleted at the same moment': IN_TURN,
  },
  'leads/activities.test.ts': {},
  'leads/history.test.ts': { 'of a row that was made before entries were counted is whole': BY_HAND },
  'leads/import.test.ts': {},
  'leads/message-status.test.ts': {},
  'leads/trouble.test.ts': {
    'a change killed at any call while old activities move loses none of them': BY_HAND,
    'an invalid cell of activities stops nothing': BY_HAND,
  },
  'clients/clients.long.test.ts': {},
  'security/anonymous.test.ts': {
    'finds these endpoints open': 'asks nobody',
    'is served no page, and only a page of the script could call its functions': 'asks nobody',
  },
  'cafe/cafes.test.ts': {
    'is read from the sheet once in five minutes, and shows a change at once': CALLS,
    'leaves out a row without an ID and the lower of two with the same': BY_HAND,
    'may be typed into the tab': NOTES,
    'counts as five and eight minutes where *': NOTES,
  },
  'cafe/devices.test.ts': {
    'cannot use its token in a URL, where others may see it': PLAIN,
    'costs one read and one write of the cache, as a session does; cold one read of the sheet': CALLS,
    'of a cafe that is no more can do nothing': BY_HAND,
    'a cafe typed into its row applies at once': BY_HAND,
    'outlasts the user who added it, which whoever disables that user is told': MENU,
    'a device ends': BY_HAND,
    'a device that is removed ends': FAULTS,
    'the menu of devices': MENU,
  },
  'cafe/money-trouble.test.ts': {
    'that Stripe refuses is asked for once, stands with the order for the cafe alone, and is red until it has seen to it':
      HEALTH,
    'that comes back later is taken off again, is red, and is not tried again': HEALTH,
    'that comes back, and is made again at the dashboard, is settled': HEALTH,
    'events of refunds and disputes that never come are found within six hours, each applied once, and before then nobody is asked anything':
      BY_HAND,
    'events that have reached the webhook are not told as missing': HEALTH,
    'of a part that fails once a newer one has gone through leaves no customer short unseen': HEALTH,
    'whose event comes takes one call of Stripe, outside of every lock': CALLS,
    'with a key that was revoked waits for another one, and Health says so': HEALTH,
    'a dispute is noted and red while it is open; *': HEALTH,
  },
  'cafe/opening.test.ts': {},
  'cafe/order-list.test.ts': {
    'is answered anew after a status typed into the tab': BY_HAND,
    'is answered anew after any other edit of the tab': BY_HAND,
    'is answered anew where an execution dies *': FAULTS,
    'is never told that nothing has changed where it has, *': FAULTS,
    'costs five tablets that ask every five seconds little more than one read each a minute': CALLS,
  },
  'cafe/point-of-sale.test.ts': { 'it finds with since what others have changed': BY_HAND },
  'cafe/refusals.test.ts': {},
  'cafe/stripe.test.ts': { 'where the answer is lost': 'has the words of Google' },
  'cafe/stripe-events.test.ts': { 'names kinds of events that Stripe has': MENU },
  'cafe/stripe-outage.test.ts': {
    'an order that tries again may wait for the lock before': HOLDS,
    'one order tries again after thirty seconds, and its success lets all others through, which Health says':
      HEALTH,
    'Health says since when, and why': HEALTH,
    'calls over ten seconds count as failures, though their answers are taken': FAULTS,
    'a call ends after ten seconds, and nothing is held': FAULTS,
    "is in Health with Stripe's words and what to do, and in the log once": HEALTH,
    'keeps no unpaid draft and no stock, and the intent is cancelled once there is a valid one': LOG,
  },
  'cafe/stripe-signature.test.ts': {},
  'cafe/taxes.long.test.ts': {
    'with a tax of "2,5" *': BY_HAND,
    'an order of before the rate was stored': BY_HAND,
  },
  'cafe/test-mode.test.ts': {
    'never takes a draft of test mode for paid once it is off': MENU,
    'is asked about test mode in the menu, and both tabs say while it is on': MENU,
    'shows in Health, in red, that test mode is on': HEALTH,
  },
};

/**
 * Between them they have the database asked for whatever it is asked for: filters, sorts and pages of every list, every route
 * once, claims of keys, counts and reports, stock under contention, what is sent later. The others run over SQL in the long
 * tests.
 */
const USUAL = [
  'api/endpoints.test.ts',
  'api/filters.test.ts',
  'api/idempotency.test.ts',
  'api/lists.test.ts',
  'cafe/stock.test.ts',
  'leads/reports.test.ts',
  'pushes/push.test.ts',
];

module.exports = { SUITES, USUAL };
