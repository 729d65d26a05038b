// The ranges from which the exchange numbers the documents that people write.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { kinds } from '../document/model';
import { ConfirmDialog } from '../parts/dialog';
import { PagedTable, type Column } from '../parts/paged_table';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { TitledSection } from '../parts/titled_section';
import { mayAdminister, queries, useSession } from '../queries';
import { numberTexts } from '../texts/numbers';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { EditRange, type Edited } from './edit_range';
import { getRanges, rangesKey, removeRange, type NumberRange } from './requests';

export function NumbersPage() {
  return mayAdminister(useSession()) ? <OwnRanges /> : <NoPage />;
}

const renew = () => void queries.invalidateQueries({ queryKey: rangesKey });

function OwnRanges() {
  const { t } = useTexts();
  const own = useTextsOf(numberTexts);
  const [edited, setEdited] = useState<Edited>();
  const [removed, setRemoved] = useState<NumberRange>();
  const query = useQuery({ queryKey: rangesKey, queryFn: ({ signal }) => getRanges(signal) });
  useTitle(t.numbers);
  const free = kinds.filter((kind) => query.data?.every((range) => range.kind !== kind) === true);
  return (
    <div className="stack">
      <div>
        <h1>{t.numbers}</h1>
        <p className="lead">{own.lead}</p>
      </div>
      <TitledSection
        title={t.numbers}
        add={own.add}
        onAdd={free.length === 0 ? undefined : () => setEdited({ kinds: free })}
      >
        <Loaded query={query}>
          {(ranges) => <List ranges={ranges} onEdit={setEdited} onRemove={setRemoved} />}
        </Loaded>
        <p className="dim">{own.gaps}</p>
      </TitledSection>
      {edited && <EditRange of={edited} onDone={renew} onClose={() => setEdited(undefined)} />}
      {removed && (
        <ConfirmDialog
          title={filled(own.removeOf, { kind: t.kinds[removed.kind] ?? removed.kind })}
          action={own.remove}
          onClose={() => setRemoved(undefined)}
          onConfirm={async () => {
            await removeRange(removed.kind);
            renew();
          }}
        >
          <p>{filled(own.removeHelp, { number: removed.nextNumber })}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

interface OfList {
  ranges: NumberRange[];
  onEdit: (edited: Edited) => void;
  onRemove: (range: NumberRange) => void;
}

function List({ ranges, onEdit, onRemove }: OfList) {
  const { t } = useTexts();
  const own = useTextsOf(numberTexts);
  const nameOf = ({ kind }: NumberRange) => t.kinds[kind] ?? kind;
  const columns: Column<NumberRange>[] = [
    { header: own.kind, cell: nameOf, onPhone: () => ({ place: 'head' }) },
    {
      header: own.nextNumber,
      cell: ({ nextNumber }) => <span className="any">{nextNumber}</span>,
      onPhone: () => ({ place: 'partner', lead: `${own.nextNumber}:` }),
    },
    {
      header: t.actions,
      cell: (range) => (
        <div className="row">
          <Button
            variant="default"
            size="xs"
            aria-label={filled(own.changeOf, { kind: nameOf(range) })}
            onClick={() => onEdit({ kinds: [range.kind], range })}
          >
            {own.change}
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={filled(own.removeOf, { kind: nameOf(range) })}
            onClick={() => onRemove(range)}
          >
            {own.remove}
          </Button>
        </div>
      ),
      onPhone: () => ({ place: 'actions' }),
    },
  ];
  return (
    <PagedTable
      name={t.numbers}
      columns={columns}
      page={{ items: ranges, nextCursor: null }}
      whenEmpty={own.none}
      keyOf={({ kind }) => kind}
    />
  );
}
