import * as v from 'valibot';
import { may, rolesWith } from '../accounts/roles';
import { withExample } from '../http/described';
import { integerBetween, wholeListOf } from '../http/fields';
import { HttpError, invalid, orNotFound } from '../http/http-error';
import { ifMatch } from '../http/reply';
import { type Call, type Caller, Response, type Routes, route } from '../http/route';
import { toTimeZone } from '../platform/day';
import { digest } from '../platform/platform';
import { quote } from '../platform/quote';
import { scan, update } from '../tables/tables';
import { CafeView, viewCafes } from './cafe-view';
import { assertMayActFor, cafeChanged, getCafe, listCafes, mayActFor } from './cafes';
import { MAX_LATE_MINUTES, toLateTimes, withDefaults } from './late-times';
import { EXPECTED_HOURS, findHoursProblem, type HoursField, toStoredHours } from './opening-hours';
import { CAFES, type Cafe } from './tables';

/** Null for the default. */
const LateMinutes = v.exactOptional(v.nullable(integerBetween(1, MAX_LATE_MINUTES)));

/** Stored in one form, however it is written. */
function hoursIn(field: HoursField, maxCharacters: number) {
  return v.exactOptional(
    v.pipe(
      v.string(),
      v.trim(),
      v.maxLength(maxCharacters),
      v.check(
        (text) => findHoursProblem(field, text) === undefined,
        ({ input }) => `must be ${EXPECTED_HOURS[field]} (${findHoursProblem(field, input)}).`,
      ),
      v.transform((text) => toStoredHours(field, text)),
    ),
  );
}

const CafePatch = v.strictObject({
  openingHours: hoursIn('openingHours', 500),
  specialHours: hoursIn('specialHours', 2_000),
  isPaused: v.exactOptional(v.boolean()),
  lateSoonMinutes: LateMinutes,
  lateMinutes: LateMinutes,
  preparationMinutes: v.exactOptional(v.nullable(integerBetween(0, MAX_LATE_MINUTES))),
});
type CafePatch = v.InferOutput<typeof CafePatch>;

export const CAFES_ROUTES: Routes = {
  'GET /v1/cafes': route({
    summary: 'Lists the cafes that the caller acts for',
    access: rolesWith('orders'),
    response: wholeListOf(CafeView),
    handle: ({ caller }) => ({ data: viewCafes(listCafes().filter(({ id }) => mayActFor(caller, id))) }),
  }),
  'GET /v1/cafes/:cafeId': route({
    summary: 'Returns a cafe, its opening hours and whether it takes orders now',
    access: 'public',
    response: CafeView,
    handle: ({ params: { cafeId = '' } }) => toResponse(getCafe(cafeId)),
  }),
  'PATCH /v1/cafes/:cafeId': route({
    summary:
      'Updates the opening hours of a cafe, on dates of their own too, when its orders are begun and count as late, or whether it is paused. Staff can only pause and resume it',
    access: rolesWith('orders'),
    body: withExample(CafePatch, { openingHours: 'Mon-Fri 08:00-18:00, Sat 09:00-14:00' }),
    response: CafeView,
    handle: updateCafe,
  }),
};

function updateCafe({ params: { cafeId = '' }, body, caller, request }: Call<CafePatch>): Response {
  assertMayActFor(caller, cafeId);
  assertMayPatch(caller, body);
  const { currency } = getCafe(cafeId);
  const id = scan(CAFES, ['id']).find((cafe) => cafe.id.trim() === cafeId)?.id ?? '';
  const toPatch = (cafe: Cafe) => {
    assertValid(cafe, body);
    return body;
  };
  const cafe = orNotFound(update(CAFES, id, toPatch, ifMatch(request)), `cafe ${quote(cafeId)}`);
  cafeChanged(cafeId);
  return toResponse({ ...cafe, id: cafeId, currency });
}

/** Staff who serve may pause; the rest is for those who may set the opening hours. */
function assertMayPatch(caller: Caller | undefined, { isPaused: _, ...others }: CafePatch): void {
  const [name] = Object.keys(others);
  if (name === undefined || (caller && may(caller.role, 'opening hours'))) return;
  const message = `The role ${caller?.role} can change only isPaused (got ${name}).`;
  throw new HttpError(403, 'forbidden', message, { param: name });
}

/** Checks the row as it would be, with what it has already. */
function assertValid(cafe: Cafe, body: CafePatch): void {
  const hours = (['openingHours', 'specialHours'] as const).find((name) => body[name]);
  if (hours && toTimeZone(cafe.timeZone) === undefined)
    throw invalid(`${hours} needs a time zone: ${cafe.id} has none in the Cafes tab.`, hours);
  const param = (['lateSoonMinutes', 'lateMinutes'] as const).find((name) => name in body);
  const next = { ...cafe, ...body };
  if (param === undefined || toLateTimes(next)) return;
  const { lateSoonMinutes, lateMinutes } = withDefaults(next);
  const got = `got lateSoonMinutes=${lateSoonMinutes}, lateMinutes=${lateMinutes}`;
  throw invalid(`lateSoonMinutes must be at least 1 and less than lateMinutes (${got}).`, param);
}

/** Time alone opens and closes it, so that the version does not tell its states apart. */
function toResponse(cafe: Cafe): Response {
  const [view] = viewCafes([cafe]);
  const etag = `"v${cafe.version}.${digest(JSON.stringify(view), 11)}"`;
  return new Response(view, { headers: { etag } });
}
