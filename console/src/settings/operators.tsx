// The operators that have a token. Operators with a password are people.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import { get, type Schemas } from '../api';
import { Age } from '../parts/age';
import { allPages, rowsOfPage } from '../parts/all_pages';
import { ConfirmDialog, Dialog } from '../parts/dialog';
import { DialogForm, NameField } from '../parts/dialog_form';
import { PagedTable, type Column } from '../parts/paged_table';
import { Loaded } from '../parts/states';
import { TitledSection } from '../parts/titled_section';
import { useAdministration } from '../texts/administration';
import { filled, useTexts } from '../texts/texts';
import { NewToken } from '../tokens/new_token';
import { addOperator, removeOperator } from './requests';

type Operator = Schemas['Operator'];

export function OperatorsSection({ canChange }: { canChange: boolean }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<Operator>();
  const query = useQuery({
    queryKey: ['operators'],
    queryFn: ({ signal }) =>
      allPages((cursor) => get('/admin/operators', { signal, query: { cursor, per_page: rowsOfPage } })),
  });
  const columns: Column<Operator>[] = [
    { header: t.name, cell: (row) => row.name, onPhone: () => ({ place: 'head' }) },
    { header: a.createdAt, cell: (row) => <Age at={row.createdAt} />, onPhone: () => ({ place: 'status' }) },
  ];
  if (canChange) {
    columns.push({
      header: t.actions,
      cell: (row) => (
        <Button
          variant="default"
          size="xs"
          aria-label={filled(a.removeOf, { name: row.name })}
          onClick={() => setRemoved(row)}
        >
          {a.remove}
        </Button>
      ),
      onPhone: () => ({ place: 'actions' }),
    });
  }
  return (
    <TitledSection
      title={a.operators}
      add={a.addOperator}
      onAdd={canChange ? () => setIsAdding(true) : undefined}
    >
      <p className="dim">{a.operatorsHelp}</p>
      <Loaded query={query}>
        {(page) => (
          <PagedTable
            name={a.operators}
            columns={columns}
            page={page}
            whenEmpty={t.nothingYet}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      {isAdding && <AddOperator onClose={() => setIsAdding(false)} />}
      {removed && (
        <ConfirmDialog
          title={filled(a.removeOf, { name: removed.name })}
          action={a.remove}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => removeOperator(removed.id)}
        >
          <p>{a.removeWhy}</p>
        </ConfirmDialog>
      )}
    </TitledSection>
  );
}

function AddOperator({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [name, setName] = useState('');
  const [token, setToken] = useState<string>();
  const sending = useConfirmedSubmission();
  if (token !== undefined) {
    return (
      <Dialog key="token" title={a.newToken} onClose={onClose}>
        <NewToken token={token} onReady={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog title={a.addOperator} onClose={onClose}>
      <DialogForm
        action={a.addOperator}
        sending={sending}
        fields={['name']}
        onSend={async () => { setToken((await addOperator(name)).token); }}
        onCancel={onClose}
      >
        <NameField
          label={t.name}
          description={a.operatorNameHelp}
          value={name}
          failure={sending.failure}
          onChange={setName}
        />
      </DialogForm>
    </Dialog>
  );
}
