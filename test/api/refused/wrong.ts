import type { Refusal } from './refusal';
import { quote, type Sent } from './requests';

/** Values, each wrong for its field; what is answered names the field. */
export type Wrong = readonly (readonly [field: string, value: unknown])[];

/** One request for each value, made from the field alone. */
export function refuseEach<V>(toRequest: (field: Record<string, V>) => Sent, values: Wrong): Refusal[] {
  return values.map(([param, value]) => {
    // Spread would set the prototype instead.
    const sent = toRequest(Object.fromEntries([[param, value as V]]));
    const title = `${sent.method} ${sent.path} with ${param.slice(0, 40)}: ${quote(value)}`;
    return { ...sent, title, status: 422, code: 'invalid_request', param };
  });
}

/** A body that is right but for one field. */
export function withField(usual: object): (field: object) => object {
  return (field) => Object.fromEntries([...Object.entries(usual), ...Object.entries(field)]);
}
