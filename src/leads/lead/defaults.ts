/** Values of a lead that was made without its own: what the score counts as unknown, and a source. */
export const DEFAULTS = {
  phone: '',
  email: '',
  externalId: '',
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
  custom: {},
};
