import { parseXml, XmlElement, XmlError } from '@rgrove/parse-xml';
import { HttpError } from '../../http/http-error';

const MAX_DEPTH = 32;

const CDATA = '<![CDATA[';
/** An ampersand that begins no entity, which people and programs write all the same. */
const BARE_AMPERSAND = /&(?!#\d{1,7};|#x[\da-f]{1,6};|\w{1,40};)/gi;

const START = /<adf[\s>]/i;
const END = '</adf>';

export function hasAdf(text: string): boolean {
  return START.test(text);
}

/**
 * Parses the ADF document in a text: programs write all kinds of things before and after it. No document type and no entities but the five of XML and those of numbers are taken.
 *
 * @throws HttpError 400
 */
export function parseAdf(text: string): XmlElement {
  const start = text.search(START);
  if (start < 0) throw malformed('It has no <adf>');
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw malformed('It must have no document type and no entities of its own');
  const end = text.toLowerCase().lastIndexOf(END);
  const root = parse(withAmpersands(text.slice(start, end < 0 ? undefined : end + END.length)));
  if (isDeeper(root, MAX_DEPTH)) throw tooDeep();
  return root;
}

function parse(xml: string): XmlElement {
  try {
    const { root } = parseXml(xml);
    if (root) return root;
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep();
    if (!(error instanceof XmlError)) throw error;
    const [first = ''] = error.message.split('\n');
    throw malformed(first);
  }
  throw malformed('It has no <adf>');
}

/** Escapes bare ampersands, but for those in CDATA sections, which stand for themselves. */
function withAmpersands(xml: string): string {
  const parts = xml.split(CDATA).map((part, index) => {
    const end = index === 0 ? 0 : part.indexOf(']]>');
    return end < 0 ? part : part.slice(0, end) + part.slice(end).replace(BARE_AMPERSAND, '&amp;');
  });
  return parts.join(CDATA);
}

function isDeeper(element: XmlElement, depth: number): boolean {
  return depth === 0 || elementsIn(element).some((inner) => isDeeper(inner, depth - 1));
}

/** The elements in an element, all or those of one name, in whatever letter case. */
export function elementsIn(element: XmlElement | undefined, name?: string): XmlElement[] {
  const elements = (element?.children ?? []).filter((child) => child instanceof XmlElement);
  return elements.filter((one) => name === undefined || one.name.toLowerCase() === name);
}

function tooDeep(): HttpError {
  return malformed(`It must not be nested deeper than ${MAX_DEPTH} levels`);
}

function malformed(what: string): HttpError {
  return new HttpError(400, 'malformed_adf', `The body is not valid ADF. ${what}.`);
}
