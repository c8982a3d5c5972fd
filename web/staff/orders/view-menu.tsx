import { Button } from '../../shared/button';
import { useStore } from '../../shared/store';
import { DensityChoice } from './density';
import { StationChoice, station } from './station';
import * as TEXTS from './texts';

/** Opens what this screen shows, and how large. A screen that makes only a part says which. */
export function ViewMenu() {
  const made = useStore(station).chosen.map(TEXTS.station.name).join(', ');
  return (
    <>
      <Button class="quiet view" popovertarget="view" aria-label={TEXTS.view(made)}>
        {made || TEXTS.viewSign}
      </Button>
      <div id="view" popover="auto" class="card float">
        <StationChoice />
        <DensityChoice />
      </div>
    </>
  );
}
