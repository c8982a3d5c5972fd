import type { Rule } from './scoring';

/** Set up writes these into the Scoring tab, where the owner edits them. The best rules of all facts add up to 100. */
export const DEFAULT_RULES: readonly Rule[] = [
  { rule: 'Credit 740 or more', field: 'creditScore', when: '740', points: 40 },
  { rule: 'Credit 670 or more', field: 'creditScore', when: '670', points: 32 },
  { rule: 'Credit 580 or more', field: 'creditScore', when: '580', points: 20 },
  { rule: 'Credit below 580', field: 'creditScore', when: '300', points: 8 },
  { rule: 'Credit unknown', field: 'creditScore', when: 'unknown', points: 12 },
  { rule: '5,000 down or more', field: 'downPayment', when: '5000', points: 25 },
  { rule: '2,500 down or more', field: 'downPayment', when: '2500', points: 19 },
  { rule: '1,000 down or more', field: 'downPayment', when: '1000', points: 12 },
  { rule: 'Less than 1,000 down', field: 'downPayment', when: '1', points: 6 },
  { rule: 'Nothing down', field: 'downPayment', when: '0', points: 0 },
  { rule: 'Down payment unknown', field: 'downPayment', when: 'unknown', points: 5 },
  { rule: 'Bank account', field: 'hasBank', when: 'yes', points: 15 },
  { rule: 'No bank account', field: 'hasBank', when: 'no', points: 0 },
  { rule: 'Bank account unknown', field: 'hasBank', when: 'unknown', points: 5 },
  { rule: 'No identification', field: 'idType', when: 'none', points: 0 },
  { rule: 'Identification', field: 'idType', when: 'any', points: 10 },
  { rule: 'Identification unknown', field: 'idType', when: 'unknown', points: 3 },
  { rule: 'Trade-in', field: 'tradeIn', when: 'yes', points: 10 },
  { rule: 'No trade-in', field: 'tradeIn', when: 'no', points: 0 },
  { rule: 'Trade-in unknown', field: 'tradeIn', when: 'unknown', points: 3 },
  { rule: 'Hot from this score', field: 'filter', when: 'hot', points: 70 },
  { rule: 'Warm from this score', field: 'filter', when: 'warm', points: 45 },
  { rule: 'Review from this many unknown facts', field: 'filter', when: 'review', points: 4 },
];
