export interface WorldLead {
  name: string;
  minutesAgo: number;
  source: string;
  creditScore?: string;
  downPayment?: number;
  hasBank?: boolean;
  idType?: string;
  tradeIn?: boolean;
  vehicleId?: string;
  agentId?: string;
  notes?: string;
  status?: string;
  lostReason?: string;
  /** Minutes until it had an answer. */
  answeredAfter?: number;
  /** Texts: the writer, the words, and how many minutes ago. */
  texts?: readonly (readonly ['us' | 'lead', string, number])[];
}

/** Make, model, year, miles and price. */
export const CARS: readonly [string, string, number, number, number][] = [
  ['Honda', 'CR-V', 2021, 38_200, 24_900],
  ['Toyota', 'Camry', 2020, 51_000, 21_500],
  ['Ford', 'F-150', 2019, 64_300, 28_700],
  ['Subaru', 'Outback', 2022, 22_100, 27_400],
  ['Hyundai', 'Kona Electric', 2023, 9_800, 25_900],
];

const GOOD = { creditScore: '720-760', downPayment: 4_000, hasBank: true, idType: 'driver license' };
const FAIR = { creditScore: 'fair', downPayment: 1_500, hasBank: true, idType: 'passport' };
const POOR = { creditScore: '540', downPayment: 500, hasBank: false, idType: 'driver license' };

export const KNOWN: readonly WorldLead[] = [
  {
    name: 'Grace Kim',
    minutesAgo: 2_900,
    source: 'web form',
    ...GOOD,
    tradeIn: true,
    status: 'appointment',
    answeredAfter: 100,
    agentId: 'U-2',
    vehicleId: 'V-2',
    notes: 'Saturday 11:00, test drive with her husband.',
    texts: [
      ['us', 'Hi Grace, the Camry is still here. Would Saturday at 11 suit you?', 2_800],
      ['lead', 'Perfect, see you then!', 2_780],
    ],
  },
  {
    name: 'Victor Hale',
    minutesAgo: 1_700,
    source: 'phone',
    ...POOR,
    tradeIn: false,
    status: 'contacted',
    answeredAfter: 25,
    agentId: 'U-2',
  },
  { name: 'Tariq Mansour', minutesAgo: 260, source: 'marketplace', ...POOR, tradeIn: false },
  {
    name: 'Hannah Schultz',
    minutesAgo: 150,
    source: 'web form',
    ...FAIR,
    tradeIn: true,
    vehicleId: 'V-3',
    texts: [['lead', 'Is the F-150 still available?', 140]],
  },
  { name: 'Leo Park', minutesAgo: 95, source: 'marketplace', ...FAIR, tradeIn: false },
  {
    name: 'Danielle Brooks',
    minutesAgo: 50,
    source: 'referral',
    ...GOOD,
    tradeIn: true,
    agentId: 'U-2',
    vehicleId: 'V-1',
    texts: [
      ['us', 'Hi Danielle, thanks for asking about the CR-V. When could you come by for a drive?', 44],
      ['lead', 'After five today? And could you tell me what my old Civic might bring?', 31],
    ],
  },
  { name: 'Unknown caller', minutesAgo: 30, source: 'phone' },
  {
    name: 'Marcus Webb',
    minutesAgo: 12,
    source: 'web form',
    ...GOOD,
    creditScore: 'excellent',
    downPayment: 6_000,
    tradeIn: false,
  },
];

const FIRST = ['Alma', 'Boris', 'Carla', 'Dev', 'Erin', 'Felix', 'Gita', 'Hugo', 'Ida', 'Jamal'];
const LAST = ['Stone', 'Reyes', 'Banks', 'Moss', 'Lund', 'Ortiz', 'Quinn'];
const SOURCES = ['web form', 'web form', 'marketplace', 'phone', 'referral'];
const OUTCOMES = [
  { status: 'lost', lostReason: 'price' },
  { status: 'contacted' },
  { status: 'sold' },
  { status: 'contacted' },
  { status: 'appointment' },
  { status: 'lost', lostReason: 'bought elsewhere' },
  { status: 'contacted' },
];
const ANSWERED_AFTER = [4, 9, 2, 31, 6, 75, 8, 12];

const EARLIER_LEADS = 64;
const DAY_MINUTES = 24 * 60;

export const EARLIER = Array.from(
  { length: EARLIER_LEADS },
  (_, number): WorldLead => ({
    name: `${FIRST[number % FIRST.length]} ${LAST[number % LAST.length]}`,
    minutesAgo: (24 - (number * 22) / EARLIER_LEADS) * DAY_MINUTES,
    source: SOURCES[(number * 3) % SOURCES.length] ?? '',
    ...([GOOD, FAIR, POOR, FAIR][number % 4] ?? FAIR),
    tradeIn: number % 3 === 0,
    answeredAfter: ANSWERED_AFTER[number % ANSWERED_AFTER.length] ?? 0,
    ...OUTCOMES[number % OUTCOMES.length],
  }),
);

/** Leads that come in while somebody looks. */
export const NEXT_LEADS: readonly WorldLead[] = [
  { name: 'Renee Castillo', minutesAgo: 0, source: 'web form', ...GOOD, tradeIn: true, vehicleId: 'V-5' },
  { name: 'Peter Gray', minutesAgo: 0, source: 'marketplace', ...FAIR, tradeIn: false },
  { name: 'Salma Idris', minutesAgo: 0, source: 'referral', ...GOOD, tradeIn: false, vehicleId: 'V-1' },
];
