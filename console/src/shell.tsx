// The frame of every page. Without a session, the form to sign in replaces the page at the same
// address.
import {
  NativeSelect,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import { addressOf, signOut, type Session } from './api';
import { useChanges } from './changes';
import { Navigation } from './frame/navigation';
import { Switching, switchTo, type PageOfSwitch, type Place } from './frame/places';
import { TestRibbon } from './frame/test_ribbon';
import { UserMenu } from './frame/user_menu';
import { SessionContext, setSession, useIsServerAway, useSessionQuery } from './queries';
import { SignIn } from './pages/sign_in';
import { Waiting } from './parts/states';
import { useSwitching } from './place_of_address';
import type { Language } from './texts/language';
import { useTexts } from './texts/texts';
import { languages } from './texts/wording';
import { useTokenOfLink } from './token_of_link';

const Palette = lazy(() => import('./frame/palette'));

const schemes = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];

export function Shell() {
  const session = useSessionQuery();
  const brought = useTokenOfLink();
  const { isSwitching, refusal } = useSwitching(session.data);
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);
  const [failure, setFailure] = useState<{ of: Session; text: string }>();
  const leave = async () => {
    // A page without components sends no request, and its open requests are cancelled. After the
    // end of the session each of them would be answered 401.
    flushSync(() => {
      setIsLeaving(true);
    });
    try {
      await signOut();
      setSession(null);
    } finally {
      setIsLeaving(false);
    }
  };
  // The pages are away here, too: their requests would be answered 401 after the switch.
  const change = async (place: Place, path: PageOfSwitch = '/') => {
    const of = session.data;
    flushSync(() => {
      setIsLeaving(true);
    });
    try {
      await switchTo(place);
      // The new place may not have the present page.
      await navigate({ to: path });
    } catch (reason) {
      if (of) setFailure({ of, text: reason instanceof Error ? reason.message : String(reason) });
    } finally {
      setIsLeaving(false);
    }
  };
  const isSignInShown = session.data === null || (session.data && brought !== '');
  const isWaiting =
    session.data === undefined || ((isLeaving || isSwitching) && !isSignInShown);
  return (
    <>
      <Away />
      {isWaiting && (
        <main className="page">
          <Waiting />
        </main>
      )}
      {isSignInShown && <SignIn key={brought} brought={brought} name={session.data?.name} />}
      {session.data && !isSignInShown && !isWaiting && (
        <SessionContext value={session.data}>
          <Switching value={(place, path) => void change(place, path)}>
            <SignedIn
              key={`${session.data.role} ${session.data.id} ${session.data.flow ?? ''}`}
              refusal={failure?.of === session.data ? failure.text : refusal}
              onSwitch={(place) => void change(place)}
              onSignOut={() => void leave()}
            />
          </Switching>
        </SessionContext>
      )}
      {(isWaiting || isSignInShown) && <Foot />}
    </>
  );
}

export function Away() {
  const isAway = useIsServerAway();
  const { t } = useTexts();
  if (!isAway) return null;
  return (
    <div className="away" role="alert">
      {t.away}
    </div>
  );
}

export function SkipLink() {
  const { t } = useTexts();
  return (
    <a className="skip" href="#content" onClick={toContent}>
      {t.skip}
    </a>
  );
}

interface OfSignedIn {
  refusal: string | undefined;
  onSwitch: (place: Place) => void;
  onSignOut: () => void;
}

function SignedIn({ refusal, onSwitch, onSignOut }: OfSignedIn) {
  const [isFinding, setIsFinding] = useState(false);
  useChanges();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setIsFinding(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <div className="frame">
      <SkipLink />
      <Navigation onSearch={() => setIsFinding(true)}>
        <UserMenu onSwitch={onSwitch} onSignOut={onSignOut} />
      </Navigation>
      <div className="beyond">
        <TestRibbon onSwitch={onSwitch} />
        <main className="page" id="content" tabIndex={-1}>
          {refusal && (
            <p className="card" role="alert">
              {refusal}
            </p>
          )}
          <Outlet />
        </main>
        <Foot />
      </div>
      {isFinding && (
        <Suspense>
          <Palette onClose={() => setIsFinding(false)} onSwitch={onSwitch} onSignOut={onSignOut} />
        </Suspense>
      )}
    </div>
  );
}

// A plain link to "#content" would leave the page, because it is relative to the base of the page.
function toContent(event: React.MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

export function Foot() {
  const { t, language, choose } = useTexts();
  // Disabling transitions would need a style element.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const schemeNames = { auto: t.automatic, light: t.light, dark: t.dark };
  const licences = document.querySelector<HTMLLinkElement>('link[rel=license]')?.href;
  return (
    <footer className="foot">
      <a href={addressOf('/docs')}>{t.documentation}</a>
      <a href={licences}>{t.licences}</a>
      <div className="choices">
        <NativeSelect
          size="xs"
          aria-label={t.colours}
          value={colorScheme}
          data={schemes.map((value) => ({ value, label: schemeNames[value] }))}
          onChange={(event) => setColorScheme(event.currentTarget.value as MantineColorScheme)}
        />
        <NativeSelect
          size="xs"
          aria-label={t.chooseLanguage}
          value={language}
          data={Object.entries(languages).map(([value, of]) => ({ value, label: of.language }))}
          onChange={(event) => choose(event.currentTarget.value as Language)}
        />
      </div>
    </footer>
  );
}
