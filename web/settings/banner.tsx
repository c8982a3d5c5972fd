import { Link } from '../link';
import { useStore } from '../store';
import { counted } from '../words';
import { settings } from './load';

/** On every page, as long as something is in the way of checking mail. */
export function Banner() {
  const count = useStore(settings).view?.health.problems.length ?? 0;
  return (
    <div class="banner problem" role="status">
      {count > 0 && (
        <>
          The desk has {counted(count, 'problem')}. <Link to={{ page: 'settings' }}>See what to do</Link>
        </>
      )}
    </div>
  );
}
