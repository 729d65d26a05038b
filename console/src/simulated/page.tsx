// The partners that the exchange simulates in the test flow.
import { useQuery, useQueryClient } from '@tanstack/react-query';

import { OnlyInTest } from '../frame/only_in_test';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { mayAdminister, useSession } from '../queries';
import { simulatedTexts } from '../texts/simulated';
import { useTexts, useTextsOf } from '../texts/texts';
import { Guide } from './guide';
import { OnePartner } from './one_partner';
import { getPartners, isOff } from './requests';

export function SimulatedPage() {
  return mayAdminister(useSession()) ? <Simulated /> : <NoPage />;
}

function Simulated() {
  const { t } = useTexts();
  const own = useTextsOf(simulatedTexts);
  useTitle(t.simulatedPartners);
  return (
    <div className="stack">
      <header>
        <h1>{t.simulatedPartners}</h1>
        <p className="lead">{own.lead}</p>
      </header>
      {useSession().flow === 'TEST' ? (
        <Partners />
      ) : (
        <section className="card stack tight" aria-label={t.test}>
          <OnlyInTest reason={own.onlyInTest} noTest={own.noTest} path="/simulated-partners" />
        </section>
      )}
    </div>
  );
}

const queryKey = ['simulated partners'];
const renewedEveryMs = 2_000;

function Partners() {
  const own = useTextsOf(simulatedTexts);
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => getPartners(signal, client.getQueryData(queryKey) !== undefined),
    // The start, the end and the pauses of a run signal no change of the documents.
    refetchInterval: ({ state }) => (state.error === null ? renewedEveryMs : false),
  });
  if (isOff(query.error)) {
    return (
      <section className="card stack tight" role="status">
        <p>{own.off}</p>
        <p>
          <code>simulated_partners</code>
        </p>
      </section>
    );
  }
  return (
    <Loaded query={query}>
      {(partners) => (
        <>
          {partners.map((partner) => (
            <OnePartner key={partner.role} of={partner} />
          ))}
          <Guide />
        </>
      )}
    </Loaded>
  );
}
