/** What a lead has that was made without it: what the score counts as unknown, and a source. */
export const DEFAULTS = {
  creditScore: '',
  downPayment: null,
  hasBank: null,
  idType: '',
  tradeIn: null,
  location: '',
  source: 'api',
  vehicleId: '',
  agentId: '',
  notes: '',
};
