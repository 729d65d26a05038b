// The documents that people of the participant have begun and not sent.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { Age } from '../parts/age';
import { ConfirmDialog } from '../parts/dialog';
import { PagedTable, type Column } from '../parts/paged_table';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { mayCompose, queries, useSession } from '../queries';
import { draftTexts } from '../texts/drafts';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { nameOfDraft } from './about';
import { discardDraft, draftsKey, editorOf, getDrafts, type SavedDraft } from './requests';

export function DraftsPage() {
  return mayCompose(useSession()) ? <Drafts /> : <NoPage />;
}

function Drafts() {
  const { t } = useTexts();
  const own = useTextsOf(draftTexts);
  const [discarded, setDiscarded] = useState<SavedDraft>();
  const query = useQuery({
    queryKey: draftsKey,
    queryFn: ({ signal }) => getDrafts(signal),
    staleTime: 0,
  });
  useTitle(t.drafts);
  return (
    <div className="stack">
      <div>
        <h1>{t.drafts}</h1>
        <p className="lead">{own.lead}</p>
      </div>
      <Loaded query={query}>{(drafts) => <List drafts={drafts} onDiscard={setDiscarded} />}</Loaded>
      {discarded && (
        <ConfirmDialog
          title={filled(own.discardOf, { name: nameOfDraft(discarded, t.kinds) })}
          action={own.discard}
          onClose={() => setDiscarded(undefined)}
          onConfirm={async () => {
            await discardDraft(discarded.id);
            await queries.invalidateQueries({ queryKey: draftsKey });
          }}
        >
          <p>{own.discardHelp}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface OfList {
  drafts: SavedDraft[];
  onDiscard: (draft: SavedDraft) => void;
}

function List({ drafts, onDiscard }: OfList) {
  const { t } = useTexts();
  const own = useTextsOf(draftTexts);
  const columns: Column<SavedDraft>[] = [
    {
      header: own.draft,
      cell: (draft) => (
        <Link to="/drafts/$id" params={{ id: draft.id }} className="any">
          {nameOfDraft(draft, t.kinds)}
        </Link>
      ),
      onPhone: () => ({ place: 'head' }),
    },
    {
      header: own.partner,
      cell: ({ partner }) => <span className="any">{partner}</span>,
      onPhone: ({ partner }) => (partner ? { place: 'partner' } : undefined),
    },
    {
      header: own.lastChange,
      cell: (draft) => <Age at={draft.updatedAt} />,
      onPhone: () => ({ place: 'age' }),
    },
    {
      header: t.by,
      cell: (draft) => <span className="any">{editorOf(draft) ?? own.aProgram}</span>,
      onPhone: () => ({ place: 'why' }),
    },
    {
      header: t.actions,
      cell: (draft) => (
        <Button
          variant="default"
          size="xs"
          aria-label={filled(own.discardOf, { name: nameOfDraft(draft, t.kinds) })}
          onClick={() => onDiscard(draft)}
        >
          {own.discard}
        </Button>
      ),
      onPhone: () => ({ place: 'status' }),
    },
  ];
  return (
    <PagedTable
      name={t.drafts}
      columns={columns}
      page={{ items: drafts, nextCursor: null }}
      whenEmpty={own.none}
      keyOf={({ id }) => id}
    />
  );
}
