// The menu of the user: the account, the other places, and the end of the session.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';

import { useSession } from '../queries';
import { filled, useTexts } from '../texts/texts';
import { useOtherPlaces, type Place } from './places';

interface OfUserMenu {
  onSwitch: (place: Place) => void;
  onSignOut: () => void;
}

export function UserMenu({ onSwitch, onSignOut }: OfUserMenu) {
  const { t } = useTexts();
  const session = useSession();
  const menu = useRef<HTMLDivElement>(null);
  const places = useOtherPlaces(session, t);
  const name = session.person?.name ?? session.name;
  const place = session.role === 'operator' ? t.operator : session.name;
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <button
        type="button"
        className="who"
        popoverTarget="user-menu"
        title={filled(t.signedInAs, { name })}
      >
        <span className="who-name">{name}</span>
        {place !== name && <span className="who-place dim">{place}</span>}
      </button>
      <div id="user-menu" className="card menu" popover="auto" ref={menu}>
        {session.person && (
          <Link className="way" to="/account" onClick={close}>
            {t.account}
          </Link>
        )}
        {places.length > 0 && <p className="dim menu-head">{t.switchTo}</p>}
        {places.map((one) => (
          <button
            key={`${one.participant ?? ''} ${one.flow}`}
            type="button"
            className="way"
            onClick={() => {
              close();
              onSwitch(one);
            }}
          >
            {one.name}
          </button>
        ))}
        <Button variant="default" size="xs" onClick={onSignOut}>
          {t.signOut}
        </Button>
      </div>
    </>
  );
}
