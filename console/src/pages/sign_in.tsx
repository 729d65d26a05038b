import { Button } from '@mantine/core';
import { useState } from 'react';

import { useTitle } from '../parts/title';
import { filled, useTexts } from '../texts/texts';
import { forgetTokenOfLink } from '../token_of_link';
import { setWayIn, wayIn, type WayIn } from '../way_in';
import { PasswordForm } from './sign_in_password';
import { TokenForm } from './sign_in_token';

interface OfSignIn {
  /** The token from a link. */
  brought: string;
  /** The present user, who stays signed in if the link is not used. */
  name: string | undefined;
}

export function SignIn({ brought, name }: OfSignIn) {
  const { t } = useTexts();
  const [way, setWay] = useState<WayIn>(brought === '' ? wayIn() : 'token');
  useTitle(t.signIn);

  const choose = (chosen: WayIn) => {
    setWayIn(chosen);
    setWay(chosen);
  };

  return (
    <main className="door">
      <div className="card">
        {way === 'token' ? <TokenForm brought={brought} /> : <PasswordForm />}
        {name !== undefined && (
          <Button variant="default" onClick={forgetTokenOfLink}>
            {filled(t.staySignedIn, { name })}
          </Button>
        )}
        {brought === '' && (
          <Button variant="subtle" onClick={() => { choose(way === 'token' ? 'password' : 'token'); }}>
            {way === 'token' ? t.usePassword : t.useToken}
          </Button>
        )}
      </div>
    </main>
  );
}
