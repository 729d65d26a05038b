// A case at the address of its errorUrl. The link opens only this case, without a sign-in: the page
// has neither a router nor a cookie.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { addressOf, getLinkedCase, Refusal, type LinkTo } from '../api';
import { Loaded } from '../parts/states';
import { useTitle } from '../parts/title';
import { Away, Foot, SkipLink } from '../shell';
import { useTexts } from '../texts/texts';
import { CaseView, type Subject } from './case_view';

export default function LinkedCase({ to }: { to: LinkTo }) {
  const { t } = useTexts();
  return (
    <>
      <Away />
      <SkipLink />
      <header className="bar">
        <a className="brand" href={addressOf('/console')}>
          {t.product}
        </a>
        <span className="who">
          <a href={addressOf(`/console/cases/${encodeURIComponent(to.id)}`)}>{t.signIn}</a>
        </span>
      </header>
      <main className="page" id="content" tabIndex={-1}>
        <Linked to={to} />
      </main>
      <Foot />
    </>
  );
}

function Linked({ to }: { to: LinkTo }) {
  const { t } = useTexts();
  const query = useQuery({
    queryKey: ['linked case', to],
    queryFn: ({ signal }) => getLinkedCase(to, signal),
  });
  const { subject: answered } = query.data ?? {};
  const subject = useMemo<Subject | undefined>(
    () =>
      answered && {
        ...answered,
        sender: answered.sender.name,
        recipient: answered.recipient.name,
      },
    [answered],
  );
  const status = query.error instanceof Refusal ? query.error.status : 0;
  if (status === 404) return <NoCase title={t.noCase} why={t.linkWrong} />;
  if (status === 403) return <NoCase title={t.linkEnded} why={t.linkEndedWhy} />;
  return (
    <Loaded query={query}>
      {(of) => (
        <div className="stack">
          <CaseView of={of} subject={subject} />
          <p className="dim">{t.readOnly}</p>
        </div>
      )}
    </Loaded>
  );
}

function NoCase({ title, why }: { title: string; why: string }) {
  useTitle(title);
  return (
    <div className="stack" role="alert">
      <h1>{title}</h1>
      <p>{why}</p>
    </div>
  );
}
