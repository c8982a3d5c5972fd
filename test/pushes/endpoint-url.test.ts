import { type PushDesk, startPushDesk, toStep } from './push-desk';

const PUBLIC = [
  'https://pos.example.com/orders',
  'https://pos.example.com',
  'https://pos.example.com/',
  'HTTPS://POS.Example.COM/Orders',
  'https://pos.example.com:443/orders',
  'https://pos.example.com:8443/orders',
  'https://pos.example.com/orders?shop=1&token=a%20b',
  'https://a-b.c-d.example/@user/x:y',
  'https://xn--bcher-kva.example/',
  'https://shop.xn--p1ai/',
  'https://1and1.example.com/',
  'https://127.0.0.1.example.com/',
  'https://localhost.example.com/',
  `https://${'a'.repeat(63)}.example.com/`,
];

const REFUSED: [string, string[]][] = [
  [
    'no https',
    ['http://pos.example.com/', 'ftp://pos.example.com/', 'pos.example.com', '//pos.example.com/'],
  ],
  [
    'odd schemes and slashes',
    [
      'https:pos.example.com',
      'https:/pos.example.com',
      'https:///pos.example.com',
      'https:\\\\pos.example.com\\',
    ],
  ],
  ['no host', ['', 'https://', 'https:///', 'https://?x', 'https://#x', 'https://:443/']],
  [
    'blanks',
    [
      ' https://pos.example.com/',
      'https://pos.example.com/ x',
      'https://pos.exa mple.com/',
      'https://pos.example.com/\n',
      'https://pos.example.com\t/',
    ],
  ],
  [
    'private addresses of version 4',
    [
      'https://127.0.0.1/',
      'https://127.1/',
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://192.168.1.1/',
      'https://169.254.169.254/latest/meta-data',
      'https://0.0.0.0/',
      'https://100.64.0.1/',
      'https://224.0.0.1/',
      'https://255.255.255.255/',
    ],
  ],
  [
    'odd spellings of them',
    [
      'https://2130706433/',
      'https://017700000001/',
      'https://0x7f000001/',
      'https://0x7f.0.0.1/',
      'https://0177.0.0.1/',
      'https://127.0.1/',
      'https://127.0.0.1./',
      'https://0/',
      'https://0x/',
      'https://127.0.0.0x1/',
      'https://127.0.0.1:443/',
      'https://%31%32%37.0.0.1/',
      'https://１２７.0.0.1/',
      'https://127。0。0。1/',
      'https://①②⑦.0.0.1/',
    ],
  ],
  ['a public address without a name', ['https://8.8.8.8/', 'https://[2001:4860:4860::8888]/']],
  [
    'addresses of version 6',
    [
      'https://[::1]/',
      'https://[::]/',
      'https://[fe80::1]/',
      'https://[fe80::1%25eth0]/',
      'https://[fc00::1]/',
      'https://[fd12:3456::1]/',
      'https://[::ffff:127.0.0.1]/',
      'https://[::ffff:7f00:1]/',
      'https://[64:ff9b::7f00:1]/',
      'https://::1/',
    ],
  ],
  [
    'names of private networks',
    [
      'https://localhost/',
      'https://LOCALHOST/',
      'https://localhost./',
      'https://pos.localhost/',
      'https://printer.local/',
      'https://metadata.google.internal/',
      'https://pos.lan/',
      'https://pos.home.arpa/',
      'https://intranet/',
      'https://pos.corp/',
    ],
  ],
  [
    'users, and what a parser may take for one',
    [
      'https://user@pos.example.com/',
      'https://user:password@pos.example.com/',
      'https://pos.example.com@127.0.0.1/',
      'https://pos.example.com:443@127.0.0.1/',
      'https://pos.example.com#@127.0.0.1/',
      'https://pos.example.com?@127.0.0.1/',
      'https://pos.example.com\\@127.0.0.1/',
      'https://127.0.0.1\\.example.com/',
      'https://pos.example.com/#x',
      'https://pos.example.com/\\x',
    ],
  ],
  [
    'other ports',
    [
      'https://pos.example.com:80/',
      'https://pos.example.com:22/',
      'https://pos.example.com:0443/',
      'https://pos.example.com:/',
      'https://pos.example.com:443:443/',
      'https://pos.example.com:8443x/',
    ],
  ],
  [
    'names that are none',
    [
      'https://pos..example.com/',
      'https://.example.com/',
      'https://pos.example.com./',
      'https://-pos.example.com/',
      'https://pos-.example.com/',
      'https://pos_1.example.com/',
      'https://pos.example.c/',
      'https://pös.example.com/',
      `https://${'a'.repeat(64)}.example.com/`,
      `https://${'a.'.repeat(126)}example/`,
    ],
  ],
  ['more than 2,000 characters', [`https://pos.example.com/${'a'.repeat(1_980)}`]],
];

describe('the address of a push endpoint', () => {
  let desk: PushDesk;
  beforeAll(async () => {
    desk = await startPushDesk();
  });
  afterAll(() => desk.close());

  const faultsOf = async (urls: readonly string[], localPorts = 'no') =>
    (await desk.run('faultsOf', urls, localPorts)) as (string | null)[];

  test('may be any public name by https, and nothing else', async () => {
    const refused = REFUSED.flatMap(([what, urls]) => urls.map((url) => [what, url] as const));
    const faults = await faultsOf([...PUBLIC, ...refused.map(([, url]) => url)]);
    expect(PUBLIC.filter((_, at) => faults[at] !== null)).toEqual([]);
    expect(refused.filter((_, at) => faults[PUBLIC.length + at] === null)).toEqual([]);
  });

  test('may be this machine where its owner allows that, and nothing else then that is none', async () => {
    const local = ['http://127.0.0.1:8080/orders', 'http://localhost:3000', 'https://pos.lan/x', ...PUBLIC];
    const others = [
      'http://',
      'file:///etc/passwd',
      'http://user@127.0.0.1/',
      'http://[::1]/',
      'http://a b/',
    ];
    const faults = await faultsOf([...local, ...others], 'yes');
    expect(local.filter((_, at) => faults[at] !== null)).toEqual([]);
    expect(others.filter((_, at) => faults[local.length + at] === null)).toEqual([]);
    const ofPort = await faultsOf([...local, ...others], '3000 4000');
    expect([...local, ...others].filter((_, at) => ofPort[at] === null)).toEqual([
      'http://localhost:3000',
      ...PUBLIC,
    ]);
  });

  test('is refused by name in an answer, before anything is written', async () => {
    const body = { url: 'https://10.0.0.1/' };
    const [, reply, kept] = await desk.runAll(
      ['enter', { allowLocalPushes: 'no' }],
      toStep('POST /v1/cafes/C-1/push-endpoints', { body }),
      ['properties'],
    );
    const told = reply as { status: number; body: string };
    expect([told.status, JSON.parse(told.body)]).toMatchObject([
      422,
      { error: { param: 'url', message: expect.stringMatching(/^url must be an https:.*IP addresses/) } },
    ]);
    expect(desk.rows('Push endpoints')).toEqual([]);
    expect(Object.keys(kept as object).filter((name) => name.startsWith('push secret'))).toEqual([]);
  });
});
