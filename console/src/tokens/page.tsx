// The tokens of the own participant.
import { useState } from 'react';

import { NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { mayAdminister, useSession } from '../queries';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';
import { ownTokenRequests } from './own_requests';
import { Tokens } from './tokens';

export function TokensPage() {
  return mayAdminister(useSession()) ? <OwnTokens /> : <NoPage />;
}

function OwnTokens() {
  const { t } = useTexts();
  const a = useAdministration();
  const [isAdding, setIsAdding] = useState(false);
  useTitle(t.tokens);
  return (
    <div className="stack">
      <div>
        <h1>{t.tokens}</h1>
        <p className="lead">{a.ownTokensLead}</p>
      </div>
      <Tokens
        title={a.ownTokens}
        requests={ownTokenRequests}
        canChange
        isAdding={isAdding}
        onAdding={setIsAdding}
      />
    </div>
  );
}
