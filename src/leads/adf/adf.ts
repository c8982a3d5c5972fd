import type { XmlElement } from '@rgrove/parse-xml';
import * as v from 'valibot';
import { rolesWith } from '../../accounts/roles';
import { described } from '../../http/described';
import { Amount } from '../../http/fields';
import { HttpError } from '../../http/http-error';
import { parse } from '../../http/parse';
import { type Call, type Routes, route } from '../../http/route';
import { findAll } from '../../tables/tables';
import { normalizeVin } from '../inventory/vin';
import { createOnce, isEmail, LeadCreated, NewLead } from '../lead/create-lead';
import { toLeadPhone } from '../lead/phone';
import { VEHICLES } from '../tables';
import { findText } from './mail';
import { elementsIn, hasAdf, parseAdf } from './xml';

const MAX_BYTES = 256_000;
const MAX_NAME = 200;
const MAX_WORDS = 80;
const MAX_NOTES = 5_000;

export const ADF_ROUTES: Routes = {
  'POST /v1/leads/adf': route({
    summary: 'Creates a lead from an ADF 1.0 document, or from a raw mail that has one, and scores it',
    access: rolesWith('leads'),
    body: described(
      v.string(),
      'An ADF 1.0 document, or a raw mail.',
      '<?xml version="1.0"?><?adf version="1.0"?><adf><prospect><customer><contact><name part="full">Ada Brown</name><email>ada@example.com</email></contact></customer></prospect></adf>',
    ),
    bodyTypes: ['application/xml', 'text/xml', 'message/rfc822'],
    maxBytes: MAX_BYTES,
    response: LeadCreated,
    status: 201,
    idempotent: true,
    // A repeated request is known by the text that was sent.
    handle: (call: Call<string>) => createOnce(call, () => readLead(call.body)),
  }),
};

/** Reads XML, or else a mail. @throws HttpError 400, 422 */
function readLead(text: string): NewLead {
  const adf = /^\s*</.test(text) ? text : findText(text, hasAdf);
  const prospects = elementsIn(parseAdf(adf ?? ''), 'prospect');
  const [prospect] = prospects;
  if (prospect && prospects.length === 1) return parse(NewLead, toLead(prospect), { name: 'prospect' });
  const message = `The body must have one prospect (got ${prospects.length}). Send each on its own.`;
  throw new HttpError(422, 'invalid_request', message, { param: 'prospect' });
}

/** The fields of a lead; what none is for is kept in its notes. */
function toLead(prospect: XmlElement): Record<string, unknown> {
  const used = new Set<XmlElement>();
  const take = (element: XmlElement | undefined) => {
    if (element) used.add(element);
    return textOf(element);
  };
  const [customer] = elementsIn(prospect, 'customer');
  const [contact = customer] = byPreference(elementsIn(customer, 'contact'), ({ primarycontact }) =>
    primarycontact === '1' ? 0 : 1,
  );
  const emails = elementsIn(contact, 'email').filter((one) => isEmail(textOf(one)));
  const [country] = elementsIn(elementsIn(contact, 'address')[0], 'country');
  const phoneIn = (element: XmlElement) => readPhone(textOf(element), textOf(country));
  const given = byPreference(elementsIn(contact, 'phone'), rankOfPhone);
  const readable = given.find((one) => phoneIn(one) !== undefined);
  // A refusal says what is wrong with the phone, where nothing else is left.
  const [fallback] = emails.length > 0 ? [] : given;
  const vehicles = elementsIn(prospect, 'vehicle');
  const isTradeIn = (vehicle: XmlElement) => /trade/i.test(attributesOf(vehicle).interest ?? '');
  const wanted = vehicles.find((vehicle) => !isTradeIn(vehicle));
  const [vendor, provider] = ['vendor', 'provider'].map((name) => elementsIn(prospect, name)[0]);
  const comments = [...elementsIn(customer, 'comments'), ...elementsIn(prospect, 'comments')].map(take);
  const phone = (readable && phoneIn(readable)) ?? textOf(fallback);
  take(readable);
  const email = take(emails[0]);
  const name = elementsIn(contact, 'name').length > 0 ? nameOf(contact, take) : '';
  const downPayment = take(
    elementsIn(elementsIn(wanted, 'finance')[0], 'amount').find(
      (one) => attributesOf(one).type === 'downpayment' && v.is(Amount, Number(textOf(one) || '-')),
    ),
  );
  const location =
    take(elementsIn(vendor, 'vendorname')[0]) || nameOf(elementsIn(vendor, 'contact')[0], take);
  const source = nameOf(provider, take) || attributesOf(elementsIn(prospect, 'id')[0]).source || 'adf';
  const vehicleId = vehicleWith(normalizeVin(textOf(elementsIn(wanted, 'vin')[0])));
  const others = elementsIn(prospect).map((element) => describe(element, used));
  return {
    name: (name || email || phone).slice(0, MAX_NAME),
    ...(phone && { phone }),
    ...(email && { email }),
    ...(downPayment && { downPayment: Number(downPayment) }),
    ...(vehicles.some(isTradeIn) && { tradeIn: true }),
    ...(vehicleId && { vehicleId }),
    location: location.slice(0, MAX_WORDS),
    source: source.slice(0, MAX_WORDS),
    notes: [...comments, ...others].filter(Boolean).join('\n').slice(0, MAX_NOTES),
  };
}

/** The whole name, or its parts in the order in which they are written. */
function nameOf(of: XmlElement | undefined, take: (element: XmlElement | undefined) => string): string {
  const names = elementsIn(of, 'name');
  const partOf = (element: XmlElement) => (attributesOf(element).part ?? 'full').toLowerCase();
  const full = names.find((one) => partOf(one) === 'full' && textOf(one) !== '');
  const parts = ['first', 'middle', 'last', 'suffix'].map((part) =>
    names.find((one) => partOf(one) === part),
  );
  const written = parts.map(take).filter(Boolean).join(' ');
  return take(full) || written;
}

/** The phone as it can be read, a national one also by the country of its address; undefined where it cannot. */
function readPhone(text: string, country: string): string | undefined {
  const isNorthAmerican = /^(us|usa|ca|can|united states|canada)$/i.test(country);
  return [text, ...(isNorthAmerican ? [`+1 ${text}`] : [])].find((one) => toLeadPhone(one) !== undefined);
}

/** Phones that get texts come first, and a fax does not count before any other. */
function rankOfPhone({ type = '' }: Record<string, string>): number {
  if (/cell|mobile/i.test(type)) return 0;
  return /fax/i.test(type) ? 2 : 1;
}

function byPreference(
  elements: readonly XmlElement[],
  rankOf: (attributes: Record<string, string>) => number,
): XmlElement[] {
  return [...elements].sort((a, b) => rankOf(attributesOf(a)) - rankOf(attributesOf(b)));
}

/** The only vehicle with this VIN. */
function vehicleWith(vin: string): string | undefined {
  const vehicles = vin === '' ? [] : findAll(VEHICLES, 'vin', [vin], ['id']);
  return vehicles.length === 1 ? vehicles[0]?.id : undefined;
}

/** `vehicle (buy, used): year 2021, make Honda` of what is not used yet; nothing where all is. */
function describe(element: XmlElement, used: ReadonlySet<XmlElement>): string {
  const facts = leavesIn(element).filter((leaf) => !used.has(leaf) && textOf(leaf) !== '');
  if (facts.length === 0) return '';
  const told = facts.map((leaf) => (leaf === element ? textOf(leaf) : `${labelOf(leaf)} ${textOf(leaf)}`));
  return `${labelOf(element)}: ${told.join(', ')}`;
}

function labelOf(element: XmlElement): string {
  const told = Object.values(attributesOf(element)).filter(Boolean).join(', ');
  return told === '' ? element.name : `${element.name} (${told})`;
}

function leavesIn(element: XmlElement): XmlElement[] {
  const inner = elementsIn(element);
  return inner.length === 0 ? [element] : inner.flatMap(leavesIn);
}

/** The text, without blanks around it and where a program has laid out its lines. */
function textOf(element: XmlElement | undefined): string {
  const lines = (element?.text ?? '').split('\n').map((line) => line.trim());
  return lines.join('\n').trim();
}

function attributesOf(element: XmlElement | undefined): Record<string, string> {
  const all = Object.entries(element?.attributes ?? {});
  return Object.fromEntries(all.map(([name, value]) => [name.toLowerCase(), value]));
}
