// The page of a link by which a person joins, or chooses a new password. It needs no session.
import { Button, PasswordInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { addressOf, lookAtLink, Refusal, signInPerson, joinByLink, type JoiningLink } from '../api';
import { ProviderButton } from '../parts/provider_button';
import { Loaded } from '../parts/states';
import { useSubmission } from '../parts/submission';
import { useTitle } from '../parts/title';
import { Away, Foot } from '../shell';
import { filled, useTexts } from '../texts/texts';
import { setWayIn } from '../way_in';

export default function Join({ link }: { link: string }) {
  const { t } = useTexts();
  const query = useQuery({ queryKey: ['link', link], queryFn: () => lookAtLink(link) });
  const isUsed = query.error instanceof Refusal && query.error.status === 403;
  useTitle(t.signIn);
  return (
    <>
      <Away />
      <main className="door">
        <div className="card">
          {isUsed ? (
            <>
              <h1>{t.linkUsed}</h1>
              <p>{t.linkUsedWhy}</p>
              <a href={addressOf('/console')}>{t.signIn}</a>
            </>
          ) : (
            <Loaded query={query}>{(of) => <Welcome link={link} of={of} />}</Loaded>
          )}
        </div>
      </main>
      <Foot />
    </>
  );
}

function Welcome({ link, of }: { link: string; of: JoiningLink }) {
  const { t } = useTexts();
  const places = of.memberships.flatMap(({ participant }) => participant?.name ?? []);
  return (
    <>
      <h1>{filled(t.welcome, { name: of.name })}</h1>
      {places.length > 0 && <p>{places.join(', ')}</p>}
      {of.provider && (
        <ProviderButton
          name={of.provider.name}
          request={{ email: of.email, page: '/console' }}
        />
      )}
      {(of.provider?.passwords ?? true) && <ChoosePassword link={link} of={of} />}
    </>
  );
}

function ChoosePassword({ link, of }: { link: string; of: JoiningLink }) {
  const { t } = useTexts();
  const [password, setPassword] = useState('');
  const { failure, isAsking, submit } = useSubmission();

  const join = async () => {
    await joinByLink(link, password);
    setWayIn('password');
    // A person with a second factor signs in with the form, which asks for the code.
    await signInPerson({ email: of.email, password }).catch(() => undefined);
    location.assign(addressOf('/console'));
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(join);
      }}
    >
      <p>{filled(t.choosePassword, { email: of.email })}</p>
      <input type="hidden" name="username" autoComplete="username" value={of.email} readOnly />
      <PasswordInput
        label={t.newPassword}
        description={t.passwordHelp}
        autoComplete="new-password"
        value={password}
        onChange={(event) => { setPassword(event.currentTarget.value); }}
        error={failure?.message}
        errorProps={{ role: 'alert' }}
        required
        withAsterisk={false}
      />
      <Button type="submit" loading={isAsking}>
        {t.signIn}
      </Button>
    </form>
  );
}
