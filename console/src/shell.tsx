// The frame of every page. Without a session, the form to sign in replaces the page at the same
// address.
import {
  NativeSelect,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import { addressOf, signOut } from './api';
import { useChanges } from './changes';
import { Navigation } from './frame/navigation';
import { switchTo, type Place } from './frame/places';
import { TestRibbon } from './frame/test_ribbon';
import { UserMenu } from './frame/user_menu';
import { SessionContext, setSession, useIsServerAway, useSessionQuery } from './queries';
import { SignIn } from './pages/sign_in';
import { Waiting } from './parts/states';
import { useSubmission } from './parts/submission';
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
  const [isSigningOut, setIsSigningOut] = useState(false);
  const leave = async () => {
    // A page without components sends no request, and its open requests are cancelled. After the
    // end of the session each of them would be answered 401.
    flushSync(() => {
      setIsSigningOut(true);
    });
    try {
      await signOut();
      setSession(null);
    } finally {
      setIsSigningOut(false);
    }
  };
  const isSignInShown = session.data === null || (session.data && brought !== '');
  const isWaiting =
    session.data === undefined || ((isSigningOut || isSwitching) && !isSignInShown);
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
          <SignedIn
            key={`${session.data.role} ${session.data.id} ${session.data.flow ?? ''}`}
            refusal={refusal}
            onSignOut={() => void leave()}
          />
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
  onSignOut: () => void;
}

function SignedIn({ refusal, onSignOut }: OfSignedIn) {
  const navigate = useNavigate();
  const router = useRouter();
  const [isFinding, setIsFinding] = useState(false);
  const { failure, submit } = useSubmission();
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
  const change = (place: Place) =>
    void submit(async () => {
      // The new place may not have the present page. The user may also stay, because of changes that
      // were not sent.
      await navigate({ to: '/' });
      if (router.state.matches.at(-1)?.routeId === '/') await switchTo(place);
    });
  const refused = refusal ?? failure?.message;
  return (
    <div className="frame">
      <SkipLink />
      <Navigation onSearch={() => setIsFinding(true)}>
        <UserMenu onSwitch={change} onSignOut={onSignOut} />
      </Navigation>
      <div className="beyond">
        <TestRibbon onSwitch={change} />
        <main className="page" id="content" tabIndex={-1}>
          {refused && (
            <p className="card" role="alert">
              {refused}
            </p>
          )}
          <Outlet />
        </main>
        <Foot />
      </div>
      {isFinding && (
        <Suspense>
          <Palette onClose={() => setIsFinding(false)} onSwitch={change} onSignOut={onSignOut} />
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
