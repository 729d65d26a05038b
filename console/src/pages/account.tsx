// The own account of a person who has signed in.
import { useQuery } from '@tanstack/react-query';

import { Messages } from '../account/messages';
import { Password } from '../account/password';
import { Profile } from '../account/profile';
import { SecondFactor } from '../account/second_factor';
import { Sessions } from '../account/sessions';
import { addressOf, get } from '../api';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { queries, useSession } from '../queries';
import { filled, useTexts } from '../texts/texts';

export function AccountPage() {
  return useSession().person ? <Account /> : <NoPage />;
}

const reload = () => void queries.invalidateQueries({ queryKey: ['me'] });

function Account() {
  const { t } = useTexts();
  const account = useQuery({
    queryKey: ['me', 'account'],
    queryFn: ({ signal }) => get('/v2/me', { signal }),
  });
  const sessions = useQuery({
    queryKey: ['me', 'sessions'],
    queryFn: ({ signal }) => get('/v2/me/sessions', { signal }),
  });
  const subscriptions = useQuery({
    queryKey: ['me', 'subscriptions'],
    queryFn: ({ signal }) => get('/v2/me/subscriptions', { signal }),
  });
  useTitle(t.account);
  return (
    <div className="stack">
      <h1>{t.account}</h1>
      <Loaded query={account}>
        {({ data }) => (
          <>
            <p>{data.email}</p>
            <Profile of={data} />
            {data.hasPassword ? (
              <>
                <Password email={data.email} onChanged={reload} />
                <SecondFactor isEnabled={data.secondFactor} onChanged={reload} />
              </>
            ) : (
              <p>{filled(t.signsInAt, { name: data.provider?.name ?? '' })}</p>
            )}
            <Loaded query={subscriptions}>
              {({ data: wanted }) => <Messages account={data} of={wanted} />}
            </Loaded>
          </>
        )}
      </Loaded>
      <Loaded query={sessions}>
        {({ data }) => <Sessions sessions={data.sessions} onChanged={reload} />}
      </Loaded>
      <section className="card stack">
        <h2>{t.ownData}</h2>
        <p>{t.ownDataHelp}</p>
        <p>
          <a href={addressOf('/v2/me/export')} download>
            {t.downloadOwnData}
          </a>
        </p>
      </section>
    </div>
  );
}
