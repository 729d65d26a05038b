import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { get, type Case } from '../api';
import { Facts } from '../parts/facts';
import { Loaded } from '../parts/states';
import { Status } from '../parts/status';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { filled, useTexts } from '../texts/texts';
import { aboutOf } from './cases';

const route = getRouteApi('/cases/$id');

export function CasePage() {
  const { id } = route.useParams();
  const { role } = useSession();
  const path = role === 'operator' ? '/admin/cases/{id}' : '/v2/errors/{id}';
  const query = useQuery({
    queryKey: ['case', path, id],
    queryFn: ({ signal }) => get(path, { id, signal }),
  });
  return <Loaded query={query}>{({ data }) => <Shown of={data} />}</Loaded>;
}

function Shown({ of }: { of: Case }) {
  const { t, moment, number } = useTexts();
  const origin = t.origins[of.origin] ?? of.origin;
  useTitle(of.reason || origin);
  return (
    <article className="stack">
      <div className="row">
        <h1 className="any">{of.reason || origin}</h1>
        <span className="end">
          <Status of={of.status} />
        </span>
      </div>
      <div className="card">
        <Facts
          of={[
            [t.about, <About key="about" of={of} />],
            [t.turn, t.turns[of.turn] ?? of.turn],
            [t.origin, origin],
            [t.opened, moment(of.openedAt)],
            [t.changed, moment(of.changedAt)],
            [t.count, of.count > 1 ? number(of.count) : ''],
            [t.participant, of.participants.map(({ name }) => name).join(', ')],
            [t.context, <Context key="context" of={of} />, true],
          ]}
        />
      </div>
      {of.document && <Refused of={of.document} />}
      <section className="card" aria-label={t.comments}>
        <h2>{t.comments}</h2>
        {of.comments.length === 0 ? (
          <p className="dim">{t.noComments}</p>
        ) : (
          <ol className="times">
            {of.comments.map((comment, index) => (
              <li key={index}>
                <strong>{comment.by.name}</strong>{' '}
                <span className="dim">{moment(comment.at)}</span>
                <div className="any">{comment.text}</div>
              </li>
            ))}
          </ol>
        )}
      </section>
    </article>
  );
}

function About({ of }: { of: Case }) {
  const { t } = useTexts();
  const about = aboutOf(of, t.kinds);
  if (of.transaction === undefined || of.transaction === null) return about || '–';
  return (
    <Link to="/transactions/$id" params={{ id: of.transaction }}>
      {about || of.transaction}
    </Link>
  );
}

function Context({ of }: { of: Case }) {
  const entries = Object.entries(of.context);
  if (entries.length === 0) return '–';
  return <Facts of={entries.map(([name, value]) => [name, String(value)])} />;
}

function Refused({ of }: { of: NonNullable<Case['document']> }) {
  const { t } = useTexts();
  return (
    <section className="stack" aria-label={t.faults}>
      <div className="card">
        <h2>{t.faults}</h2>
        <ul>
          {of.faults.map((fault, index) => (
            <li key={index} className="any">
              {fault.message} <span className="dim">{fault.path}</span>
            </li>
          ))}
        </ul>
        {of.faultCount > of.faults.length && (
          <p className="dim">{filled(t.faultsMore, { count: of.faultCount })}</p>
        )}
      </div>
      <div className="card bare">
        <pre className="raw" tabIndex={0} role="region" aria-label={t.document}>
          {of.content}
        </pre>
      </div>
    </section>
  );
}
