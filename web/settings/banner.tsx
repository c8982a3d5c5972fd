import { Link } from '../link';
import { useStore } from '../store';
import { counted } from '../words';
import { settings } from './load';

/** On every page, as long as something is in the way of checking mail. */
export function Banner() {
  const { view } = useStore(settings);
  const { problems } = view?.health ?? { problems: [] };
  return (
    <div class="banner" role="status">
      {problems.length > 0 && (
        <>
          The desk has {counted(problems.length, 'problem')}.{' '}
          <Link to={{ page: 'settings' }}>See what to do</Link>
        </>
      )}
    </div>
  );
}
