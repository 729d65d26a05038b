// The number ranges from which transport units get their SSCC.
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import { get, type Schemas } from '../api';
import { ChooseParticipant, type Chosen } from '../participants/choose';
import { allPages, rowsOfPage } from '../parts/all_pages';
import { Dialog } from '../parts/dialog';
import { DialogForm } from '../parts/dialog_form';
import { PagedTable, type Column } from '../parts/paged_table';
import { useNameOf } from '../parts/partner_field';
import { Loaded } from '../parts/states';
import { markOfTest } from '../parts/status';
import { faultAt } from '../parts/submission';
import { TitledSection } from '../parts/titled_section';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';
import { addRange } from './requests';

type Range = Schemas['SsccRange'];

export function RangesSection({ canChange }: { canChange: boolean }) {
  const { t, number } = useTexts();
  const a = useAdministration();
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery({
    queryKey: ['ranges'],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        get('/admin/sscc-ranges', { signal, query: { cursor, per_page: rowsOfPage } }),
      ),
  });
  const columns: Column<Range>[] = [
    {
      header: t.participant,
      cell: ({ participant }) => <Owner id={participant} />,
      onPhone: ({ flow }) => ({ place: 'head', lead: markOfTest(flow) }),
    },
    { header: t.flow, cell: (row) => row.flow },
    {
      header: a.prefix,
      cell: (row) => row.prefix,
      onPhone: () => ({ place: 'side', lead: `${a.prefix}:` }),
    },
    {
      header: a.firstNumber,
      isNumber: true,
      cell: (row) => number(row.first),
      onPhone: () => ({ place: 'side', lead: `${a.firstNumber}:` }),
    },
    {
      header: a.endNumber,
      isNumber: true,
      cell: (row) => number(row.end),
      onPhone: () => ({ place: 'side', lead: `${a.endNumber}:` }),
    },
    {
      header: a.numbersLeft,
      isNumber: true,
      cell: (row) => (
        <>
          {number(row.left)}{' '}
          {row.isLow && <span className="status bad">{a.fewNumbersLeft}</span>}
        </>
      ),
      onPhone: () => ({ place: 'side', lead: `${a.numbersLeft}:` }),
    },
  ];
  return (
    <TitledSection
      title={a.ranges}
      add={a.addRange}
      onAdd={canChange ? () => setIsAdding(true) : undefined}
    >
      <p className="dim">{a.rangesHelp}</p>
      <Loaded query={query}>
        {(page) => (
          <PagedTable
            name={a.ranges}
            columns={columns}
            page={page}
            whenEmpty={t.nothingYet}
            keyOf={({ id }) => id}
          />
        )}
      </Loaded>
      {isAdding && <AddRange onClose={() => setIsAdding(false)} />}
    </TitledSection>
  );
}

function Owner({ id }: { id: string | null }) {
  const a = useAdministration();
  const name = useNameOf(id ?? undefined);
  if (id === null) return a.ofNetwork;
  return <Link to="/participants/$id" params={{ id }}>{name ?? id}</Link>;
}

const fields = ['prefix', 'first', 'end'] as const;

function AddRange({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [owner, setOwner] = useState<Chosen>();
  const [flow, setFlow] = useState<'LIVE' | 'TEST'>('LIVE');
  const [texts, setTexts] = useState({ prefix: '', first: '0', end: '' });
  const sending = useConfirmedSubmission();
  const labels = { prefix: a.prefix, first: a.firstNumber, end: a.endNumber };
  const add = async () => {
    const { prefix, first, end } = texts;
    const place = owner?.id === undefined ? {} : { participant: owner.id };
    await addRange({ ...place, flow, prefix: prefix.trim(), first: Number(first), end: Number(end) });
    onClose();
  };
  return (
    <Dialog title={a.addRange} onClose={onClose}>
      <DialogForm
        action={a.addRange}
        sending={sending}
        fields={fields}
        isDisabled={owner?.isEmpty === false && owner.id === undefined}
        onSend={add}
        onCancel={onClose}
      >
        <ChooseParticipant label={a.rangeOwner} onChoose={setOwner} />
        <NativeSelect
          label={t.flow}
          value={flow}
          data={['LIVE', 'TEST']}
          onChange={(event) => { setFlow(event.currentTarget.value === 'TEST' ? 'TEST' : 'LIVE'); }}
        />
        {fields.map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
            inputMode="numeric"
            pattern="[0-9]*"
            value={texts[name]}
            error={faultAt(sending.failure, name)}
            onChange={(event) => { setTexts({ ...texts, [name]: event.currentTarget.value }); }}
            required
            withAsterisk={false}
          />
        ))}
      </DialogForm>
    </Dialog>
  );
}
