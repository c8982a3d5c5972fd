import type { Status } from '../../src/tracker/case/answers';

export interface WorldMail {
  from: string;
  hoursAgo: number;
  body: string;
  /** Names and bytes. */
  files?: [string, number][];
}

export interface WorldCase {
  subject: string;
  issue: string;
  status: Status;
  notes?: string;
  dueInDays?: number;
  /** Number of its mails that have been seen; all by default. */
  seen?: number;
  /** Hours from the first mail to our first answer, and to the end. */
  answeredAfter?: number;
  closedAfter?: number;
  mails: WorldMail[];
}

const [MIRA, TOMAS, AURORA, BEN, INES, CARE] = [
  'mira.oduya@example.com',
  'tomas.lindqvist@example.com',
  'facilities@hotel-aurora.example',
  'ben.achterberg@example.org',
  'ines.moreau@example.net',
  'office@lindenhof-care.example',
] as const;

export const SENDERS: readonly string[] = [MIRA, TOMAS, BEN, INES, CARE];

/** A customer's first mail and her follow-up with an attachment: all that a first start on a laptop has. */
export const HEATING = {
  subject: 'Heating does not start',
  issue: '',
  status: 'Open',
  seen: 0,
  mails: [
    {
      from: MIRA,
      hoursAgo: 2.2,
      body: 'Hello,\n\nsince this morning the heating stays cold, and the display shows E4.\n\nMira Oduya',
    },
    {
      from: MIRA,
      hoursAgo: 0.4,
      body: 'I wrote down what the display says.\n\nMira',
      files: [['display.txt', 30]],
    },
  ],
} as const satisfies WorldCase;

/** Cases that were done with long ago: hours since the mail, to our answer and to the end. */
const CLOSED = (
  [
    ['Leaking tap in the wash room', 'Leak', AURORA, 580, 1, 26],
    ['Copy of the service report', 'Service contract', CARE, 530, 4, 4],
    ['Chimney sweep asks for a date', 'Appointment', TOMAS, 460, 22, 70],
    ['Boiler is loud at night', 'Boiler', MIRA, 340, 3, 51],
    ['Second reminder for invoice 2038', 'Invoice', BEN, 290, 6, 7],
    ['Radiator valve is stuck', 'Radiator', INES, 200, 2, 48],
    ['Cold rooms on the ground floor', 'Radiator', AURORA, 150, 0.7, 9],
    ['Date for the heating check', 'Appointment', CARE, 120, 15, 30],
  ] as const
).map(
  ([subject, issue, from, hoursAgo, answeredAfter, closedAfter]): WorldCase => ({
    subject,
    issue,
    status: 'Closed',
    answeredAfter,
    closedAfter,
    mails: [{ from, hoursAgo, body: `${subject}: could you have a look, please?` }],
  }),
);

/** The customers of an invented heating engineer, the oldest case first. */
export const CASES: readonly WorldCase[] = [
  ...CLOSED,
  {
    subject: 'Yearly service for three boilers',
    issue: 'Service contract',
    status: 'Closed',
    notes: 'Done on site, report sent.',
    answeredAfter: 5,
    closedAfter: 170,
    mails: [
      {
        from: CARE,
        hoursAgo: 620,
        body: 'Good morning,\n\nour three boilers are due for their yearly service. When could you come?\n\nLindenhof Care',
      },
      { from: CARE, hoursAgo: 598, body: 'Tuesday at nine is fine. The porter has the keys.' },
    ],
  },
  {
    subject: 'Invoice 2041 has the wrong address',
    issue: 'Invoice',
    status: 'Closed',
    answeredAfter: 2,
    closedAfter: 3,
    mails: [
      {
        from: BEN,
        hoursAgo: 410,
        body: 'Hello,\n\nwe moved in spring. Please send invoice 2041 again with the new address:\n\nBen Achterberg\nKanaalstraat 12',
        files: [['invoice-2041.pdf', 84_211]],
      },
    ],
  },
  {
    subject: 'No hot water on the third floor',
    issue: 'Hot water',
    status: 'In Progress',
    notes: 'Circulation pump ordered, arrives Thursday. Spare pump lent until then.',
    dueInDays: 0,
    answeredAfter: 0.5,
    mails: [
      {
        from: AURORA,
        hoursAgo: 76,
        body: 'Hi,\n\nrooms 301 to 318 have no hot water since last night. The other floors are fine.\n\nHotel Aurora, facilities',
      },
      {
        from: AURORA,
        hoursAgo: 51,
        body: 'Your colleague was here, thank you. When does the new pump come?',
      },
    ],
  },
  {
    subject: 'Radiator in the bathroom gurgles',
    issue: 'Radiator',
    status: 'Open',
    dueInDays: 3,
    mails: [
      {
        from: INES,
        hoursAgo: 44,
        body: 'Bonjour,\n\nthe radiator in the bathroom makes a gurgling noise and stays half cold. I have bled it twice.\n\nInès Moreau',
      },
    ],
  },
  {
    subject: 'Quote for a heat pump',
    issue: 'Quote',
    status: 'In Progress',
    notes: 'House from 1974, 140 m². Visit agreed, measure the radiators.',
    dueInDays: 2,
    answeredAfter: 3,
    mails: [
      {
        from: TOMAS,
        hoursAgo: 40,
        body: 'Hello,\n\nwe would like to replace our oil boiler (1998) by a heat pump. Attached are the floor plans and last year’s consumption.\n\nKind regards\nTomas Lindqvist',
        files: [
          ['floor-plan.pdf', 1_204_220],
          ['consumption.xlsx', 18_440],
        ],
      },
      {
        from: TOMAS,
        hoursAgo: 21,
        body: 'Friday afternoon suits us. Two photos of the cellar are attached.',
        files: [
          ['cellar-1.jpg', 812_004],
          ['cellar-2.jpg', 790_118],
        ],
      },
    ],
  },
  {
    subject: 'Pressure drops every week',
    issue: 'Pressure',
    status: 'Open',
    dueInDays: -1,
    mails: [
      {
        from: BEN,
        hoursAgo: 30,
        body: 'I have to refill the system every week: it falls from 1.6 to 0.7 bar. No wet spot anywhere that I can see.\n\nBen',
      },
    ],
  },
  {
    subject: 'Thermostats for the east wing',
    issue: 'Order',
    status: 'Open',
    seen: 1,
    mails: [
      {
        from: CARE,
        hoursAgo: 26,
        body: 'Please send us an offer for 24 thermostats with a lock, as in the west wing.',
      },
      {
        from: CARE,
        hoursAgo: 1.5,
        body: 'Make that 26: two more in the hall.\n\n> Please send us an offer for 24 thermostats\n> with a lock, as in the west wing.',
      },
    ],
  },
  HEATING,
  {
    subject: 'Boiler room: key box code',
    issue: '',
    status: 'Open',
    seen: 0,
    mails: [
      {
        from: AURORA,
        hoursAgo: 0.2,
        body: 'The key box beside the delivery entrance has a new code. Please call the reception when you are here; we do not put it into mails.',
      },
    ],
  },
];

/** Mail that comes in while somebody looks, or checks for mail. */
export const NEW_MAIL: readonly (WorldMail & { subject: string })[] = [
  {
    from: MIRA,
    hoursAgo: 0,
    subject: 'Heating does not start',
    body: 'It is running again after I have switched it off for an hour. Could you have a look all the same?\n\nMira',
  },
  {
    from: INES,
    hoursAgo: 0,
    subject: 'Moving the appointment',
    body: 'Bonjour,\n\ncould we move Wednesday to Thursday, same time?\n\nInès Moreau',
  },
  {
    from: AURORA,
    hoursAgo: 0,
    subject: 'No hot water on the third floor',
    body: 'All rooms have hot water again. Thank you for the quick help!',
  },
];
