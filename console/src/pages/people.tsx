// The people of the own participant for its administrators, and all people for operators.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { get } from '../api';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { Invite } from '../people/invite';
import { PeopleList } from '../people/list';
import { pathOf, rulesPath } from '../people/requests';
import { SignInRules } from '../people/sign_in_rules';
import { managesPeople, queries, useSession } from '../queries';
import { useTexts } from '../texts/texts';

const route = getRouteApi('/people');
const peopleShown = '25';

export function PeoplePage() {
  return managesPeople(useSession()) ? <People /> : <NoPage />;
}

const reload = () => void queries.invalidateQueries({ queryKey: ['people'] });

function People() {
  const { t } = useTexts();
  const isOperator = useSession().role === 'operator';
  const { cursor } = route.useSearch();
  const navigate = route.useNavigate();
  useTitle(t.people);
  const query = useQuery({
    queryKey: ['people', cursor],
    queryFn: ({ signal }) =>
      get(pathOf(isOperator), { signal, query: { cursor, per_page: peopleShown } }),
    placeholderData: keepPreviousData,
  });
  const rules = useQuery({
    queryKey: ['people', 'rules'],
    queryFn: ({ signal }) => get(rulesPath(isOperator), { signal }),
  });
  return (
    <div className="stack">
      <h1>{t.people}</h1>
      <Loaded query={query}>
        {(page) => (
          <PeopleList
            page={page}
            onChanged={reload}
            turning={{ cursor, to: (next) => void navigate({ search: { cursor: next } }) }}
          />
        )}
      </Loaded>
      <Invite isOperator={isOperator} onInvited={reload} />
      <Loaded query={rules}>
        {({ data }) => <SignInRules rules={data} isOperator={isOperator} onChanged={reload} />}
      </Loaded>
    </div>
  );
}
