import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { get } from '../api';
import { useTitle } from '../parts/title';
import { filled, useTexts } from '../texts/texts';
import { forgetTokenOfLink } from '../token_of_link';
import { setWayIn, wayIn, type WayIn } from '../way_in';
import { ForgottenPassword } from './forgotten_password';
import { PasswordForm } from './sign_in_password';
import { TokenForm } from './sign_in_token';

function Form({ brought, way }: { brought: string; way: WayIn }) {
  return way === 'token' ? <TokenForm brought={brought} /> : <PasswordForm />;
}

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
  const ways = useQuery({
    queryKey: ['ways'],
    queryFn: ({ signal }) => get('/v2/sign-in', { signal }),
    enabled: way === 'password',
  });
  useTitle(t.signIn);

  const choose = (chosen: WayIn) => {
    setWayIn(chosen);
    setWay(chosen);
  };

  return (
    <main className="door">
      <div className="card">
        {isForgotten ? <ForgottenPassword /> : <Form brought={brought} way={way} />}
        {name !== undefined && (
          <Button variant="default" onClick={forgetTokenOfLink}>
            {filled(t.staySignedIn, { name })}
          </Button>
        )}
        {way === 'password' && ways.data?.data.passwordResets && (
          <Button variant="subtle" onClick={() => { setIsForgotten(!isForgotten); }}>
            {isForgotten ? t.toSignIn : t.forgotPassword}
          </Button>
        )}
        {brought === '' && !isForgotten && (
          <Button variant="subtle" onClick={() => { choose(way === 'token' ? 'password' : 'token'); }}>
            {way === 'token' ? t.usePassword : t.useToken}
          </Button>
        )}
      </div>
    </main>
  );
}
