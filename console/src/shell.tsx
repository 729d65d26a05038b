// The frame of every page. Without a session, the form to sign in replaces the page at the same
// address.
import {
  Button,
  NativeSelect,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';

import { addressOf, signOut } from './api';
import { useChanges } from './changes';
import {
  managesPeople,
  SessionContext,
  setSession,
  useIsServerAway,
  useSession,
  useSessionQuery,
} from './queries';
import { SignIn } from './pages/sign_in';
import { Waiting } from './parts/states';
import { useSwitching } from './place_of_address';
import type { Language } from './texts/language';
import { filled, useTexts } from './texts/texts';
import { languages } from './texts/wording';
import { useTokenOfLink } from './token_of_link';

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
          <SignedIn refusal={refusal} onSignOut={() => void leave()} />
        </SessionContext>
      )}
      <Foot />
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
  const { t } = useTexts();
  const session = useSession();
  useChanges();
  return (
    <>
      <SkipLink />
      <header className="bar">
        <Link className="brand" to="/">
          {t.product}
        </Link>
        <nav aria-label={t.navigation}>
          <ul className="ways">
            <Way to="/" name={t.overview} />
            <Way to="/transactions" name={t.transactions} />
            <Way to="/cases" name={t.cases} />
            {session.role === 'operator' && <Way to="/events" name={t.networkEvents} />}
            {managesPeople(session) && <Way to="/people" name={t.people} />}
          </ul>
        </nav>
        <Who onSignOut={onSignOut} />
      </header>
      <main className="page" id="content" tabIndex={-1}>
        {refusal && (
          <p className="card" role="alert">
            {refusal}
          </p>
        )}
        <Outlet />
      </main>
    </>
  );
}

// A plain link to "#content" would leave the page, because it is relative to the base of the page.
function toContent(event: React.MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function Way({ to, name }: { to: '/' | '/transactions' | '/cases' | '/events' | '/people'; name: string }) {
  return (
    <li>
      <Link className="way" to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
        {name}
      </Link>
    </li>
  );
}

function Who({ onSignOut }: { onSignOut: () => void }) {
  const { t } = useTexts();
  const session = useSession();
  const name = session.person?.name ?? session.name;
  const role = session.role === 'operator' ? t.operator : session.flow === 'TEST' ? t.test : '';
  return (
    <div className="who">
      <span className="who-name" title={filled(t.signedInAs, { name })}>
        {session.person ? <Link to="/account">{name}</Link> : name}
      </span>
      {session.person && session.name !== '' && <span className="dim">{session.name}</span>}
      {role !== '' && role !== session.name && <span className="dim">{role}</span>}
      <Button variant="default" size="xs" onClick={onSignOut}>
        {t.signOut}
      </Button>
    </div>
  );
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
