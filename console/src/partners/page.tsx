// The trading partners of the own participant, and its requirements for documents.
import { NativeSelect } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { get } from '../api';
import type { PageOf } from '../parts/paged_table';
import { partners } from '../parts/partner_field';
import { Loaded, NoPage } from '../parts/states';
import { useSubmission } from '../parts/submission';
import { useTitle } from '../parts/title';
import { mayAdminister, maySeeSetup, queries, useSession } from '../queries';
import { partnerChoices, partnerFiltersOf } from '../search';
import { partnerTexts } from '../texts/partners';
import { useTexts, useTextsOf } from '../texts/texts';
import { AskAnother } from './ask';
import { PartnerList } from './list';
import type { Partner } from './requests';
import { Requirements } from './requirements';

const route = getRouteApi('/partners');
const partnersShown = '25';

export function PartnersPage() {
  return maySeeSetup(useSession()) ? <Partners /> : <NoPage />;
}

const reload = (what: 'partners' | 'profile') => void queries.invalidateQueries({ queryKey: [what] });

function Partners() {
  const { t } = useTexts();
  const own = useTextsOf(partnerTexts);
  const canChange = mayAdminister(useSession());
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => get('/v2/profile', { signal }),
  });
  const [result, setResult] = useState<string>();
  const done = (sentence: string) => {
    setResult(sentence);
    reload('partners');
  };
  useTitle(t.partners);
  return (
    <div className="stack">
      <div>
        <h1>{t.partners}</h1>
        <p className="lead">{own.lead}</p>
      </div>
      {result !== undefined && <p role="status">{result}</p>}
      <List onDone={done} onAsk={() => setResult(undefined)} />
      <Loaded query={profile}>
        {({ data }) => (
          <>
            {canChange && <AskAnother ownId={data.id} onAsked={done} />}
            <Requirements requirements={data.requirements} onChanged={() => reload('profile')} />
          </>
        )}
      </Loaded>
    </div>
  );
}

/** Returns the partners that hold documents of the own participant. The exchange has no filter for them. */
async function holding(signal: AbortSignal): Promise<PageOf<Partner>> {
  const items = (await partners(signal)).filter(({ outgoing }) => (outgoing?.held ?? 0) > 0);
  return { items, nextCursor: null };
}

interface OfList {
  onAsk: () => void;
  onDone: (result: string) => void;
}

function List({ onAsk, onDone }: OfList) {
  const own = useTextsOf(partnerTexts);
  const { t } = useTexts();
  const { status, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    queryKey: ['partners', 'page', status, cursor],
    queryFn: async ({ signal }): Promise<PageOf<Partner>> => {
      if (status === 'held') return holding(signal);
      const asked = { 'filter[status]': status, cursor, per_page: partnersShown };
      return get('/v2/trade-partners', { signal, query: asked });
    },
    placeholderData: keepPreviousData,
  });
  const { failure, isAsking, submit } = useSubmission();
  const begin = (work: () => Promise<void>) => {
    onAsk();
    return submit(work);
  };
  return (
    <>
      <div className="filters">
        <NativeSelect
          label={own.show}
          value={status ?? ''}
          data={[
            { value: '', label: t.all },
            ...partnerChoices.map((value) => ({ value, label: own.decisions[value] })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            void navigate({ search: partnerFiltersOf({ status: value }), replace: true })
          }
        />
      </div>
      {failure && <p role="alert">{failure.message}</p>}
      <Loaded query={query}>
        {(page) => (
          <PartnerList
            isFiltered={status !== undefined}
            page={page}
            turning={{ cursor, to: (next) => void navigate({ search: { status, cursor: next } }) }}
            deciding={{ isAsking, submit: begin, onDone }}
          />
        )}
      </Loaded>
    </>
  );
}
