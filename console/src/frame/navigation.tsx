// The navigation at the left, or at the top of a narrow screen.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { Icon } from './icons';
import { pagesFor } from './pages';

interface OfNavigation {
  onSearch: () => void;
  children: ReactNode;
}

export function Navigation({ onSearch, children }: OfNavigation) {
  const { t } = useTexts();
  const session = useSession();
  return (
    <header className="side">
      <Link className="brand" to="/">
        {t.product}
      </Link>
      <button
        type="button"
        className="find"
        aria-keyshortcuts="Control+K"
        aria-haspopup="dialog"
        onClick={onSearch}
      >
        <Icon name="search" />
        <span>{t.find}</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <nav aria-label={t.navigation}>
        <ul className="ways">
          {pagesFor(session, t).map(({ to, name, icon }) => (
            <li key={to}>
              <Link className="way" to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
                <Icon name={icon} />
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </header>
  );
}
