import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { get } from '../api';
import { providerRefusal, type ProviderRefusal } from '../at_provider';
import { ProviderButton } from '../parts/provider_button';
import { useTitle } from '../parts/title';
import { useIsSessionOver } from '../queries';
import { filled, useTexts } from '../texts/texts';
import { forgetTokenOfLink } from '../token_of_link';
import { setWayIn, wayIn, type WayIn } from '../way_in';
import { ForgottenPassword } from './forgotten_password';
import { CompanyForm } from './sign_in_company';
import { PasswordForm } from './sign_in_password';
import { TokenForm } from './sign_in_token';

interface OfForm {
  brought: string;
  way: WayIn;
  onSecondFactor: () => void;
}

function Form({ brought, way, onSecondFactor }: OfForm) {
  if (way === 'token') return <TokenForm brought={brought} />;
  return way === 'company' ? <CompanyForm /> : <PasswordForm onSecondFactor={onSecondFactor} />;
}

const refusals = {
  cancelled: 'signInCancelled',
  failed: 'signInFailed',
  'not-invited': 'signInNotInvited',
  busy: 'signInBusy',
} as const satisfies Record<ProviderRefusal, string>;

interface OfSignIn {
  /** The token from a link. */
  brought: string;
  /** The present user, who stays signed in if the link is not used. */
  name: string | undefined;
}

export function SignIn({ brought, name }: OfSignIn) {
  const { t } = useTexts();
  const [way, setWay] = useState<WayIn>(brought === '' ? wayIn() : 'token');
  const [isForgotten, setIsForgotten] = useState(false);
  const [isSettingUp, setIsSettingUp] = useState(false); // another way would lose the recovery codes
  const ways = useQuery({
    queryKey: ['ways'],
    queryFn: ({ signal }) => get('/v2/sign-in', { signal }),
  });
  const { provider, companyProviders = false, passwordResets } = ways.data?.data ?? {};
  const others = (['password', 'company', 'token'] as const).filter(
    (other) => other !== way && (other !== 'company' || companyProviders),
  );
  const labels = { password: t.usePassword, company: t.useCompany, token: t.useToken };
  const isSessionOver = useIsSessionOver();
  useTitle(t.signIn);

  const choose = (chosen: WayIn) => {
    setWayIn(chosen);
    setWay(chosen);
  };

  return (
    <main className="door">
      <div className="card">
        {isSessionOver && <p role="status">{t.sessionOver}</p>}
        {providerRefusal && <p role="alert">{t[refusals[providerRefusal]]}</p>}
        {isForgotten ? <ForgottenPassword /> : <Form
            brought={brought}
            way={way}
            onSecondFactor={() => { setIsSettingUp(true); }}
          />}
        {name !== undefined && (
          <Button variant="default" onClick={forgetTokenOfLink}>
            {filled(t.staySignedIn, { name })}
          </Button>
        )}
        {provider && !isForgotten && !isSettingUp && <ProviderButton name={provider.name} />}
        {way === 'password' && passwordResets && !isSettingUp && (
          <Button variant="subtle" onClick={() => { setIsForgotten(!isForgotten); }}>
            {isForgotten ? t.toSignIn : t.forgotPassword}
          </Button>
        )}
        {brought === '' &&
          !isForgotten &&
          !isSettingUp &&
          others.map((other) => (
            <Button key={other} variant="subtle" onClick={() => { choose(other); }}>
              {labels[other]}
            </Button>
          ))}
      </div>
    </main>
  );
}
