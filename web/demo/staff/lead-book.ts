import type { VehicleView } from '../../../src/leads/inventory/vehicles';
import { DEFAULTS } from '../../../src/leads/lead/defaults';
import type { LeadView } from '../../../src/leads/lead/lead-view';
import { DEFAULT_RULES } from '../../../src/leads/scoring/default-rules';
import { type Facts, scoreLead } from '../../../src/leads/scoring/scoring';

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

interface DemoLead extends Partial<Facts> {
  name: string;
  minutesAgo: number;
  source: string;
  status?: string;
  agentId?: string;
  vehicleId?: string;
  notes?: string;
  location?: string;
  /** Who wrote, what, and how many minutes ago. */
  texts?: ['us' | 'lead', string, number][];
}

/** By ID, the oldest first. */
export const leads = new Map<string, LeadView>();
export const vehicles = new Map<string, VehicleView>();

/** Scored as the lead desk does it, by the rules that it starts with. */
export function addLead({ name, minutesAgo, source, texts = [], ...rest }: DemoLead): LeadView {
  const number = leads.size + 1;
  const { status = 'new', agentId = '', vehicleId = '', notes = '', location = 'Main lot', ...known } = rest;
  const facts: Facts = { ...DEFAULTS, ...known };
  const createdAt = ago(minutesAgo);
  const isConverted = CONVERTED.includes(status);
  const messages = texts.map(([who, body, minutes], index) =>
    toMessage(`M-${number}-${index + 1}`, who, body, minutes),
  );
  const lead: LeadView = {
    id: `L-${number}`,
    name,
    phone: `+1555010${1_000 + number}`,
    ...DEFAULTS,
    ...facts,
    ...scoreLead(facts, DEFAULT_RULES),
    ...{ status, agentId, vehicleId, notes, location, source, createdAt },
    updatedAt: messages[messages.length - 1]?.at ?? createdAt,
    convertedAt: isConverted ? createdAt : null,
    isOptedOut: false,
    alert: null,
    version: 1,
    messages,
    messagesTotal: messages.length,
    activities: [{ at: createdAt, by: 'api', what: 'created' }],
    activitiesTotal: 1,
  };
  leads.set(lead.id, lead);
  return lead;
}

/** With these a lead counts as converted. */
export const CONVERTED: readonly string[] = ['appointment', 'sold'];

export function toMessage(id: string, who: 'us' | 'lead', body: string, minutesAgo = 0) {
  const direction = who === 'us' ? ('outbound' as const) : ('inbound' as const);
  const status = who === 'us' ? ('delivered' as const) : ('received' as const);
  return {
    id,
    direction,
    body,
    status,
    at: ago(minutesAgo),
    error: null,
    media: [],
    channel: 'sms' as const,
  };
}

function addVehicle([make, model, year, miles, price]: [string, string, number, number, number]): void {
  const id = `V-${vehicles.size + 1}`;
  const times = { createdAt: ago(20 * DAY_MINUTES), updatedAt: ago(3 * DAY_MINUTES) };
  const status = vehicles.size === 3 ? 'pending' : 'available';
  const lot = { status, location: 'Main lot', vin: '', isVinFlagged: false } as const;
  vehicles.set(id, { id, make, model, year, miles, price, ...lot, ...times, version: 1 });
}

function ago(minutes: number): string {
  return new Date(Date.now() - minutes * MINUTE).toISOString();
}

const CARS: [string, string, number, number, number][] = [
  ['Honda', 'CR-V', 2021, 38_200, 24_900],
  ['Toyota', 'Camry', 2020, 51_000, 21_500],
  ['Ford', 'F-150', 2019, 64_300, 28_700],
  ['Subaru', 'Outback', 2022, 22_100, 27_400],
  ['Hyundai', 'Kona Electric', 2023, 9_800, 25_900],
];

const GOOD = { creditScore: '720-760', downPayment: 4_000, hasBank: true, idType: 'driver license' };
const FAIR = { creditScore: 'fair', downPayment: 1_500, hasBank: true, idType: 'passport' };
const POOR = { creditScore: '540', downPayment: 500, hasBank: false, idType: 'driver license' };

const KNOWN: readonly DemoLead[] = [
  {
    name: 'Grace Kim',
    minutesAgo: 2_900,
    source: 'web form',
    ...GOOD,
    tradeIn: true,
    status: 'appointment',
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
    agentId: 'U-3',
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
const OUTCOMES = ['lost', 'contacted', 'sold', 'contacted', 'appointment', 'lost', 'contacted'];

const EARLIER_LEADS = 64;
const DAYS = 24;

for (const car of CARS) addVehicle(car);
for (let number = 0; number < EARLIER_LEADS; number++)
  addLead({
    name: `${FIRST[number % FIRST.length]} ${LAST[number % LAST.length]}`,
    minutesAgo: (DAYS - (number * (DAYS - 2)) / EARLIER_LEADS) * DAY_MINUTES,
    source: SOURCES[(number * 3) % SOURCES.length] ?? '',
    ...([GOOD, FAIR, POOR, FAIR][number % 4] ?? FAIR),
    tradeIn: number % 3 === 0,
    status: OUTCOMES[number % OUTCOMES.length] ?? 'new',
    agentId: number % 2 === 0 ? 'U-2' : 'U-3',
  });
for (const lead of KNOWN) addLead(lead);

/** Who asks while somebody looks. */
export const NEXT_LEADS: readonly DemoLead[] = [
  { name: 'Renee Castillo', minutesAgo: 0, source: 'web form', ...GOOD, tradeIn: true, vehicleId: 'V-5' },
  { name: 'Peter Gray', minutesAgo: 0, source: 'marketplace', ...FAIR, tradeIn: false },
  { name: 'Salma Idris', minutesAgo: 0, source: 'referral', ...GOOD, tradeIn: false, vehicleId: 'V-1' },
];
