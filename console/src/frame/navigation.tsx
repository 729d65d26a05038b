// The navigation at the left, or at the top of a narrow screen.
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ReactNode } from 'react';

import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { Icon } from './icons';
import { pagesFor, type PageLink } from './pages';

interface OfNavigation {
  onSearch: () => void;
  children: ReactNode;
}

/** Scrolls the row of a narrow screen to the present page. */
function useShownPage() {
  const row = useRef<HTMLElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => {
    const present = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (row.current && present) {
      row.current.scrollLeft = present.offsetLeft - (row.current.clientWidth - present.offsetWidth) / 2;
    }
  }, [path]);
  return row;
}

export function Navigation({ onSearch, children }: OfNavigation) {
  const { t } = useTexts();
  const row = useShownPage();
  const pages = pagesFor(useSession(), t);
  const administration = pages.filter(({ group }) => group === 'administration');
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
      <nav ref={row} aria-label={t.navigation}>
        <Ways of={pages.filter(({ group }) => group === undefined)} />
        {administration.length > 0 && (
          <>
            <p id="administration" className="ways-head dim">
              {t.administration}
            </p>
            <Ways of={administration} headedBy="administration" />
          </>
        )}
      </nav>
      {children}
    </header>
  );
}

function Ways({ of, headedBy }: { of: PageLink[]; headedBy?: string }) {
  return (
    <ul className="ways" aria-labelledby={headedBy}>
      {of.map(({ to, name, icon }) => (
        <li key={to}>
          <Link className="way" to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
            <Icon name={icon} />
            <span>{name}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
