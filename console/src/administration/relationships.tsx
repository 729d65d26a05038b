// The relationships of the network: a matrix of few participants, or a list.
import { NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { searchKey, useRowKeys } from '../parts/row_keys';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { useSession } from '../queries';
import { fitsMatrix, gridOf, matrixMax } from '../relationships/grid';
import { RelationshipList } from '../relationships/list';
import { Matrix } from '../relationships/matrix';
import { relationshipsOf, type Relationship } from '../relationships/requests';
import { useAdministration } from '../texts/administration';
import { filled, useTexts } from '../texts/texts';

const statuses = ['requested', 'active', 'blocked'] as const;

export function Relationships() {
  return useSession().role === 'operator' ? <All /> : <NoPage />;
}

function All() {
  const { t } = useTexts();
  const a = useAdministration();
  const [text, setText] = useState('');
  const [status, setStatus] = useState('');
  useTitle(t.relationships);
  const query = useQuery({
    queryKey: ['relationships'],
    queryFn: ({ signal }) => relationshipsOf(undefined, signal),
    placeholderData: keepPreviousData,
    meta: { isLive: true },
  });
  const rows = useRowKeys(query.data !== undefined);
  const matches = ({ name }: Relationship['from']) =>
    name.toLowerCase().includes(text.trim().toLowerCase());
  return (
    <div className="stack">
      <h1>{t.relationships}</h1>
      <p className="dim">{a.relationshipsHelp}</p>
      <form className="filters card" aria-label={t.filters} onSubmit={(event) => event.preventDefault()}>
        <TextInput
          className="broad"
          label={t.participant}
          {...searchKey}
          value={text}
          onChange={(event) => { setText(event.currentTarget.value); }}
        />
        <NativeSelect
          label={t.status}
          value={status}
          data={[
            { value: '', label: t.all },
            ...statuses.map((value) => ({ value, label: a.relationshipStates[value] })),
          ]}
          onChange={(event) => { setStatus(event.currentTarget.value); }}
        />
      </form>
      <Loaded query={query}>
        {({ items, nextCursor }) => (
          <div ref={rows} className="stack">
            <Found
              of={items.filter(
                (one) => (matches(one.from) || matches(one.to)) && (status === '' || one.status === status),
              )}
              all={items}
              isList={status !== ''}
              isCut={nextCursor !== null}
            />
          </div>
        )}
      </Loaded>
    </div>
  );
}

interface OfFound {
  of: Relationship[];
  all: Relationship[];
  isList: boolean;
  isCut: boolean;
}

function Found({ of, all, isList, isCut }: OfFound) {
  const { t } = useTexts();
  const a = useAdministration();
  const { participants } = gridOf(of);
  const isMatrix = !isList && fitsMatrix(participants, isCut);
  return (
    <>
      {isCut && <p>{a.moreThanShown}</p>}
      {participants.length > matrixMax && (
        <p className="dim">{filled(a.tooManyForMatrix, { count: matrixMax })}</p>
      )}
      {isMatrix && (
        <div className="stack wide-only">
          {/* The filter selects participants. All relationships between them are shown. */}
          <Matrix of={{ participants, at: gridOf(all).at }} />
        </div>
      )}
      <div className={isMatrix ? 'narrow-only' : undefined}>
        <RelationshipList of={of} whenEmpty={t.nothing} />
      </div>
    </>
  );
}
