// The tokens of a participant. The caller gives the requests, which differ between operators and
// the administrators of a participant.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { Age } from '../parts/age';
import { ConfirmDialog } from '../parts/dialog';
import { PagedTable, type Column, type PageOf } from '../parts/paged_table';
import { Loaded } from '../parts/states';
import { markOfTest } from '../parts/status';
import { TitledSection } from '../parts/titled_section';
import { queries } from '../queries';
import { useAdministration } from '../texts/administration';
import { filled, useTexts } from '../texts/texts';
import { AddToken } from './add_token';
import { stateOf, type Token, type TokenRequests } from './requests';

interface OfTokens {
  title?: string;
  requests: TokenRequests;
  canChange: boolean;
  /** The caller knows if the dialog is open, because other places of the page open it, too. */
  isAdding: boolean;
  onAdding: (isAdding: boolean) => void;
}

export function Tokens({ title, requests, canChange, isAdding, onAdding }: OfTokens) {
  const a = useAdministration();
  const [revoked, setRevoked] = useState<Token>();
  const query = useQuery({
    queryKey: requests.key,
    queryFn: ({ signal }) => requests.list(signal),
    meta: { isLive: true },
  });
  const renew = () => void queries.invalidateQueries({ queryKey: requests.key });
  return (
    <TitledSection
      title={title ?? a.tokens}
      add={a.addToken}
      onAdd={canChange ? () => onAdding(true) : undefined}
    >
      <Loaded query={query}>
        {(page) => <List of={page} onRevoke={canChange ? setRevoked : undefined} />}
      </Loaded>
      {isAdding && (
        <AddToken add={requests.add} onAdded={renew} onClose={() => onAdding(false)} />
      )}
      {revoked && (
        <ConfirmDialog
          title={filled(a.revokeOf, { name: revoked.name })}
          action={a.revoke}
          onClose={() => setRevoked(undefined)}
          onConfirm={async () => {
            await requests.revoke(revoked.id);
            renew();
          }}
        >
          <p>{a.revokeWhy}</p>
        </ConfirmDialog>
      )}
    </TitledSection>
  );
}

const looks = { valid: 'good', expired: '', revoked: '' };

interface OfList {
  of: PageOf<Token>;
  onRevoke: ((token: Token) => void) | undefined;
}

function List({ of, onRevoke }: OfList) {
  const { t, moment } = useTexts();
  const a = useAdministration();
  const [withEnded, setWithEnded] = useState(false);
  const now = Date.now();
  const valid = of.items.filter((token) => stateOf(token, now) === 'valid');
  const ended = of.items.filter((token) => stateOf(token, now) !== 'valid');
  const columns: Column<Token>[] = [
    {
      header: a.label,
      cell: (row) => row.name || '–',
      onPhone: ({ flow }) => ({ place: 'head', lead: markOfTest(flow) }),
    },
    {
      header: a.tokenState,
      cell: (row) => {
        const state = stateOf(row, now);
        return <span className={`status ${looks[state]}`}>{a.tokenStates[state]}</span>;
      },
      onPhone: () => ({ place: 'status' }),
    },
    { header: t.flow, cell: (row) => row.flow },
    {
      header: a.scopes,
      cell: (row) => row.scopes.map((scope) => a.scopeWords[scope]).join(', '),
      onPhone: () => ({ place: 'line' }),
    },
    {
      header: a.createdAt,
      cell: ({ createdAt, createdBy }) => {
        const author = createdBy?.person?.name ?? createdBy?.name;
        return (
          <>
            <Age at={createdAt} />
            {author && `, ${author}`}
          </>
        );
      },
    },
    {
      header: a.expires,
      cell: (row) => (row.expiresAt === null ? a.expiresNever : moment(row.expiresAt)),
      onPhone: ({ expiresAt }) => (expiresAt === null ? undefined : { place: 'line', lead: `${a.expires}:` }),
    },
    {
      header: a.lastUse,
      cell: (row) => (row.lastUsedAt === null ? a.unused : <Age at={row.lastUsedAt} />),
      onPhone: ({ lastUsedAt }) => ({ place: 'line', lead: lastUsedAt === null ? '' : `${a.lastUse}:` }),
    },
  ];
  if (onRevoke) {
    columns.push({
      header: t.actions,
      cell: (row) =>
        stateOf(row, now) === 'valid' && (
          <Button
            variant="default"
            size="xs"
            aria-label={filled(a.revokeOf, { name: row.name })}
            onClick={() => onRevoke(row)}
          >
            {a.revoke}
          </Button>
        ),
      onPhone: (row) => (stateOf(row, now) === 'valid' ? { place: 'actions' } : undefined),
    });
  }
  return (
    <>
      <PagedTable
        name={a.tokens}
        columns={columns}
        page={{ items: withEnded ? [...valid, ...ended] : valid, nextCursor: of.nextCursor }}
        whenEmpty={a.noTokens}
        keyOf={({ id }) => id}
      />
      {ended.length > 0 && !withEnded && (
        <div>
          <Button variant="subtle" size="xs" onClick={() => setWithEnded(true)}>
            {filled(a.endedTokens, { count: ended.length })}
          </Button>
        </div>
      )}
    </>
  );
}
