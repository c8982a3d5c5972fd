/** ADF documents in the shapes in which vendors send them, and what becomes of each. */
export interface Document {
  shape: string;
  xml: string;
  lead: Record<string, unknown>;
}

const VENDOR = `<vendor><vendorname>Example Motors</vendorname><contact><name part="full">Example Motors</name>
  <email>leads@dealer.example</email></contact></vendor>`;

export const DOCUMENTS: readonly Document[] = [
  {
    shape: 'a national phone, of an address that says its country',
    xml: `<adf><prospect><customer><contact><name part="full">Gus Ward</name><phone type="cellphone">415-555-0132</phone>
      <address><city>Fresno</city><country>US</country></address></contact></customer>${VENDOR}</prospect></adf>`,
    lead: { name: 'Gus Ward', phone: '+14155550132' },
  },
  {
    shape: 'the least that the standard asks for, laid out in lines',
    xml: `<?xml version="1.0" encoding="UTF-8"?>
<?adf version="1.0"?>
<adf>
  <prospect>
    <requestdate>2026-11-20T15:30:20-08:00</requestdate>
    <vehicle>
      <year>2008</year>
      <make>Acme</make>
      <model>One</model>
    </vehicle>
    <customer>
      <contact>
        <name part="first">Ann</name>
        <name part="last">Lee</name>
        <phone>+1 323 223 3322</phone>
        <email>Ann@Example.com</email>
      </contact>
    </customer>
    <vendor><contact><name part="full">Example Motors</name></contact></vendor>
  </prospect>
</adf>`,
    lead: {
      ...{ name: 'Ann Lee', phone: '+13232233322', email: 'ann@example.com', location: 'Example Motors' },
      ...{ source: 'adf', tradeIn: null, vehicleId: '' },
      notes: 'requestdate: 2026-11-20T15:30:20-08:00\nvehicle: year 2008, make Acme, model One',
    },
  },
  {
    shape: 'a website with phones of three kinds, ids and a capital instruction',
    xml: `<?xml version="1.0"?><?ADF VERSION="1.0"?><adf><prospect status="new">
<id sequence="1" source="Spring promotion">P-77</id>
<vehicle interest="buy" status="used"><vin>1hgbh41jxmn109186</vin><stock>12886</stock><price type="asking" currency="USD">9995</price></vehicle>
<customer><contact><name part="first" type="individual">Johnny</name><name part="last" type="individual">Customer</name>
<phone type="home">+1 323 223 3301</phone><phone type="fax">+1 323 223 3302</phone><phone type="mobile">+1 323 223 3303</phone></contact>
<comments>What is your best price?</comments></customer>${VENDOR}</prospect></adf>`,
    lead: {
      ...{ name: 'Johnny Customer', phone: '+13232233303', vehicleId: 'V-1', source: 'Spring promotion' },
      notes: `What is your best price?
id (1, Spring promotion): P-77
vehicle (buy, used): vin 1hgbh41jxmn109186, stock 12886, price (asking, USD) 9995
customer: phone (home) +1 323 223 3301, phone (fax) +1 323 223 3302
vendor: name (full) Example Motors, email leads@dealer.example`,
    },
  },
  {
    shape: 'a portal with a whole name beside its parts, a provider and CDATA',
    xml: `<?xml version="1.0" encoding="utf-8"?><?adf version="1.0"?><adf><prospect><customer>
<contact primarycontact="1"><name part="full" type="individual">Dr. Eva Núñez</name><name part="first">Eva</name><name part="last">Núñez</name>
<email preferredcontact="1">eva@example.com</email></contact>
<comments><![CDATA[
  Trade <b>welcome</b> & open to R&D cars &amp; more.
  Call after 5.
]]></comments></customer>
<provider><name part="full">Example Portal</name><service>Credit application</service><url>https://portal.example</url></provider>
</prospect></adf>`,
    lead: {
      ...{
        name: 'Dr. Eva Núñez',
        phone: '',
        email: 'eva@example.com',
        source: 'Example Portal',
        location: '',
      },
      notes: `Trade <b>welcome</b> & open to R&D cars &amp; more.
Call after 5.
provider: service Credit application, url https://portal.example`,
    },
  },
  {
    shape: 'a trade-in, finance and an address',
    xml: `<adf><prospect><vehicle interest="trade-in" status="used"><year>2012</year><make>Old &amp; Sons</make><odometer units="mi">90000</odometer></vehicle>
<vehicle interest="lease" status="new"><make>Acme</make><model>Two</model><finance><method>finance</method><amount type="downpayment" currency="USD">3000.50</amount><amount type="monthly">250</amount></finance></vehicle>
<customer><contact><name part="full">Bo Trade</name><phone type="cellphone" time="evening">+1 (323) 223-3304</phone>
<address type="home"><street line="1">1 Main St</street><street line="2"/><city>Austin</city><regioncode>TX</regioncode></address></contact>
<timeframe><description>Within a week</description></timeframe></customer></prospect></adf>`,
    lead: {
      ...{ name: 'Bo Trade', phone: '+13232233304', tradeIn: true, downPayment: 3000.5 },
      notes: `vehicle (trade-in, used): year 2012, make Old & Sons, odometer (mi) 90000
vehicle (lease, new): make Acme, model Two, method finance, amount (monthly) 250
customer: street (1) 1 Main St, city Austin, regioncode TX, description Within a week`,
    },
  },
  {
    shape: 'a name without a part, ampersands that nobody has escaped, and numeric entities',
    xml: `<?adf version="1.0"?>
<?xml version="1.0"?>
<adf><prospect><customer><contact><name>Smith & Daughters &#38; Co &#xe9;</name><email>smith@example.com</email></contact>
<comments>Buy & sell, AT&T</comments></customer><provider><name>Ads & More</name></provider></prospect></adf>`,
    lead: {
      name: 'Smith & Daughters & Co é',
      ...{ email: 'smith@example.com', source: 'Ads & More', notes: 'Buy & sell, AT&T' },
    },
  },
  {
    shape: 'no name, and a phone that is none',
    xml: `<adf><prospect><customer><contact><name part="first"></name><name part="last"/><phone type="voice">call me</phone>
<email>no name@</email><email>noname@example.com</email></contact></customer></prospect></adf>`,
    lead: {
      ...{ name: 'noname@example.com', email: 'noname@example.com', phone: '' },
      notes: 'customer: phone (voice) call me, email no name@',
    },
  },
  {
    shape: 'elements in capitals, middle name and suffix',
    xml: `<ADF><PROSPECT><CUSTOMER><CONTACT><NAME PART="last">King</NAME><NAME PART="first">Al</NAME><NAME PART="middle">B.</NAME><NAME PART="suffix">Jr.</NAME>
<PHONE TYPE="work">+1-323-223-3305</PHONE></CONTACT></CUSTOMER></PROSPECT></ADF>`,
    lead: { name: 'Al B. King Jr.', phone: '+13232233305', notes: '' },
  },
  {
    shape: 'two contacts, of whom the second is the primary one',
    xml: `<adf><prospect><customer><contact><name part="full">Helper</name><email>helper@example.com</email></contact>
<contact primarycontact="1"><name part="full">Buyer</name><email>buyer@example.com</email></contact></customer></prospect></adf>`,
    lead: {
      ...{ name: 'Buyer', email: 'buyer@example.com' },
      notes: 'customer: name (full) Helper, email helper@example.com',
    },
  },
  {
    shape: 'comments beside the customer, and a form in which nothing else was filled in',
    xml: `  <adf><prospect><requestdate/><vehicle interest="buy"><year></year><make></make></vehicle><customer><contact>
<name part="full">Cy</name><phone></phone><email>cy@example.com</email></contact></customer><comments>Test drive?</comments></prospect></adf>  `,
    lead: { name: 'Cy', email: 'cy@example.com', notes: 'Test drive?' },
  },
  {
    shape: 'text before and after the document',
    xml: `<html><body>New lead</body></html>
<adf><prospect><customer><contact><name part="full">Di</name><email>di@example.com</email></contact></customer></prospect></adf>
<!-- ChildId:16935 --> Unsubscribe`,
    lead: { name: 'Di', email: 'di@example.com', notes: '' },
  },
];

const PLAIN = `<?xml version="1.0"?><adf><prospect><customer><contact><name part="full">Zoë Mail</name>
<email>zoe@example.com</email></contact><comments>From a mail = yes</comments></customer></prospect></adf>`;

const HEAD = `Received: from mail.example by mx.example; Fri, 20 Nov 2026 15:30:20 -0800
From: "Portal, Leads" <leads@portal.example>
To: dealer@crm.example
Subject: =?utf-8?q?New_lead?=
MIME-Version: 1.0`;

const lines = (text: string) => text.replace(/.{76}/g, '$&\n');
const base64 = lines(Buffer.from(PLAIN).toString('base64'));
const quoted = (charset: 'utf8' | 'latin1') =>
  [...Buffer.from(PLAIN, charset)]
    .map((byte) =>
      byte > 126 || byte === 61
        ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
        : String.fromCharCode(byte),
    )
    .join('')
    .replace(/customer>/, 'custom=\ner>');

/** Raw mails with one document. */
export const MAILS: readonly [kind: string, mail: string][] = [
  ['as its body', `${HEAD}\nContent-Type: text/plain; charset=utf-8\n\n${PLAIN}\n`],
  [
    'in quoted-printable',
    `${HEAD}\nContent-Type: text/plain;\n charset="UTF-8"\nContent-Transfer-Encoding: quoted-printable\n\n${quoted('utf8')}`,
  ],
  [
    'in Latin letters, quoted-printable',
    `${HEAD}\nContent-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: Quoted-Printable\n\n${quoted('latin1')}`,
  ],
  [
    'in base64, as a part beside words for people, with CRLF',
    `${HEAD}
Content-Type: multipart/mixed; boundary="=_b1"

This is a message in MIME.
--=_b1
Content-Type: multipart/alternative;
 boundary=inner

--inner

A lead has come.
--inner
Content-Type: text/html

<p>A lead has come.</p>
--inner--
--=_b1
Content-Type: application/xml; name="adf.xml"
Content-Disposition: attachment
Content-Transfer-Encoding: base64

${base64}
--=_b1--
`.replace(/\n/g, '\r\n'),
  ],
  [
    'in a mail that somebody has passed on',
    `${HEAD}\nContent-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: message/rfc822\n\n${HEAD}\n\n${PLAIN}\n--o--\n`,
  ],
];

/** The lead of each mail. */
export const MAILED = { name: 'Zoë Mail', email: 'zoe@example.com', notes: 'From a mail = yes' };
