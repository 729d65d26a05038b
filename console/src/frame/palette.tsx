// Ctrl-K: a field that finds pages, actions, documents and partners.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';

import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { useFound, type Found } from './found';
import { matchesWords } from './matches_words';
import { pagesFor } from './pages';
import { useOtherPlaces, type Place } from './places';

interface OfPalette {
  onClose: () => void;
  onSwitch: (place: Place) => void;
  onSignOut: () => void;
}

const groups = ['documents', 'partners', 'pages', 'actions'] as const;

export default function Palette(props: OfPalette) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [chosenKey, setChosenKey] = useState<string>();
  const [isEntered, setIsEntered] = useState(false); // before the search has ended
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { found, isSearching } = useChoices(typed, props);
  const idOfChoice = (one: Found | undefined) => one && `${id}-${one.key}`;
  const chosen = found.find(({ key }) => key === chosenKey) ?? found[0];

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(idOfChoice(chosen) ?? '')?.scrollIntoView({ block: 'nearest' });
  });

  const take = (one: Found) => {
    dialog.current?.close(); // returns the focus
    props.onClose();
    one.open();
  };
  useEffect(() => {
    if (!isEntered || isSearching) return;
    setIsEntered(false);
    if (chosen) take(chosen);
  });
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      const at = chosen ? found.indexOf(chosen) : 0;
      setChosenKey(found[(at + step + found.length) % found.length]?.key);
    } else if (event.key === 'Enter') {
      setIsEntered(true);
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t.find}
      onClose={props.onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <input
        role="combobox"
        aria-label={t.findWhat}
        aria-expanded={found.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={idOfChoice(chosen)}
        placeholder={t.findWhat}
        maxLength={255}
        autoFocus
        value={typed}
        onKeyDown={press}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosenKey(undefined);
          setIsEntered(false);
        }}
      />
      <div role="listbox" id={id} aria-label={t.find} className="choices-found">
        {groups.map((group) => {
          const ofGroup = found.filter((one) => one.group === group);
          if (ofGroup.length === 0) return null;
          return (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <p id={`${id}-${group}`} className="dim">
                {t.foundGroups[group]}
              </p>
              {ofGroup.map((one) => (
                <div
                  key={one.key}
                  id={idOfChoice(one)}
                  role="option"
                  aria-selected={one === chosen}
                  className="choice-found"
                  onClick={() => take(one)}
                >
                  <span className="any">{one.name}</span>
                  {one.more && <span className="dim any">{one.more}</span>}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      <p role="status" className="dim">
        {isSearching ? t.loading : found.length === 0 && t.nothing}
      </p>
    </dialog>
  );
}

/** Returns the choices in the order in which they are shown. */
function useChoices(typed: string, { onSwitch, onSignOut }: OfPalette) {
  const { t } = useTexts();
  const session = useSession();
  const navigate = useNavigate();
  const places = useOtherPlaces(session, t);
  const { found, isSearching } = useFound(session, t, typed, {
    transaction: (id) => void navigate({ to: '/transactions/$id', params: { id }, search: {} }),
    partner: (partner) => {
      const to = session.role === 'operator' ? '/participants/$id' : '/partners/$id';
      void navigate({ to, params: { id: partner } });
    },
  });
  const pages = pagesFor(session, t).map(({ to, name }): Found => ({
    key: `page${to.replace('/', '-')}`,
    name,
    group: 'pages',
    open: () => void navigate({ to }),
  }));
  const actions: Found[] = [
    ...places.map((place, index): Found => ({
      key: `place-${index}`,
      name: `${t.switchTo} ${place.name}`,
      group: 'actions',
      open: () => onSwitch(place),
    })),
    { key: 'sign-out', name: t.signOut, group: 'actions', open: onSignOut },
  ];
  const named = [...pages, ...actions].filter(({ name }) => matchesWords(name, typed));
  return { found: [...found, ...named], isSearching };
}
