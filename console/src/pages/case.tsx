import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { get, getTransaction, Refusal, type Case, type Transaction } from '../api';
import { aboutOf, isOwnTurn } from '../cases/about';
import { CaseActions } from '../cases/actions';
import { writtenJson, type Json } from '../document/exact_json';
import { Loaded } from '../parts/states';
import { AuthorName } from '../partners/author_name';
import { PartyName, PartyNames } from '../partners/party_name';
import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { TransactionActions } from '../transactions/actions';
import { CaseView, type Subject } from './case_view';

const route = getRouteApi('/cases/$id');

export function CasePage() {
  const { id } = route.useParams();
  const { role } = useSession();
  const path = role === 'operator' ? '/admin/cases/{id}' : '/v2/errors/{id}';
  const query = useQuery({
    queryKey: ['case', path, id],
    queryFn: ({ signal }) => get(path, { id, signal }),
  });
  return <Loaded query={query}>{({ data }) => <WithDocument of={data} />}</Loaded>;
}

// A case is shown without its transaction if that was removed or is not visible to the viewer.
function WithDocument({ of }: { of: Case }) {
  const session = useSession();
  const { t } = useTexts();
  const isOwn = isOwnTurn(of, session);
  const id = of.transaction;
  const path = session.role === 'operator' ? '/admin/transactions/{id}' : '/v2/all-transactions/{id}';
  const query = useQuery({
    queryKey: ['transaction of a case', path, id],
    enabled: id !== undefined,
    queryFn: async ({ signal }) => {
      try {
        return (await getTransaction(path, { id: id ?? '', signal })).data;
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return null;
        throw error;
      }
    },
  });
  const subject = useMemo(() => subjectOf(query.data), [query.data]);
  if (id === undefined) {
    return (
      <CaseView
        of={of}
        subject={undefined}
        participants={<PartyNames of={of.participants} />}
        nameOf={(author) => <AuthorName of={author} />}
        isOwnTurn={isOwn}
        actions={<CaseActions of={of} />}
      />
    );
  }
  const toTransaction = query.data && (
    <Link to="/transactions/$id" params={{ id }}>
      {aboutOf(of, t.kinds) || id}
    </Link>
  );
  return (
    <Loaded query={query}>
      {() => (
        <CaseView
          of={of}
          subject={subject}
          toTransaction={toTransaction}
          participants={<PartyNames of={of.participants} />}
          nameOf={(author) => <AuthorName of={author} />}
          isOwnTurn={isOwn}
          actions={
            query.data ? <TransactionActions id={id} of={query.data} ofCase={of} /> : <CaseActions of={of} />
          }
        />
      )}
    </Loaded>
  );
}

function subjectOf(transaction: Transaction | null | undefined): Subject | undefined {
  if (!transaction) return undefined;
  const { sender, recipient, createdAt, content } = transaction;
  return {
    sender: <PartyName of={sender} />,
    recipient: <PartyName of={recipient} />,
    createdAt,
    content: content === null ? null : writtenJson(content as Json),
    isWhole: true,
  };
}
