import { useStore } from '../../shared/store';
import { Loading } from '../loading';
import { cafeError, cafes } from './current-cafe';
import * as TEXTS from './texts';

/** Says why there is no cafe to show, or that it is being loaded. */
export function NoCafe() {
  const error = useStore(cafeError);
  const all = useStore(cafes);
  if (all && !error) return <p role="status">{TEXTS.noCafe}</p>;
  return <Loading of={{ value: all, error }} failed={TEXTS.notLoaded} />;
}
