import { Button } from '@mantine/core';
import { useState } from 'react';

import { PagedTable, type Column } from '../parts/paged_table';
import { useSubmission } from '../parts/submission';
import { mayAdminister, useSession } from '../queries';
import { partnerTexts } from '../texts/partners';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { addRequirement, removeRequirement, type Refused, type Requirement } from './requests';
import { RequirementForm } from './requirement_form';

interface OfRequirements {
  requirements: Requirement[];
  onChanged: () => void;
}

/** The requirements of the user's own company. */
export function Requirements({ requirements, onChanged }: OfRequirements) {
  const { t, number } = useTexts();
  const own = useTextsOf(partnerTexts);
  const canChange = mayAdminister(useSession());
  const [result, setResult] = useState<string>();
  const changed = (sample: Refused | undefined) => {
    onChanged();
    const counts = sample && { of: number(sample.of), refused: number(sample.refused) };
    setResult(counts ? filled(own.wouldHaveRefused, counts) : t.saved);
  };
  const change = async (work: () => Promise<Refused | undefined>) => {
    setResult(undefined);
    changed(await work());
  };
  return (
    <section className="stack">
      <h2>{own.requirements}</h2>
      <p className="dim">{own.requirementsHelp}</p>
      {result !== undefined && <p role="status">{result}</p>}
      <RequirementTable
        name={own.requirements}
        of={requirements}
        whenEmpty={own.noRequirements}
        onRemove={canChange ? (one) => change(() => removeRequirement(one)) : undefined}
      />
      {canChange && <RequirementForm onAdd={(one) => change(() => addRequirement(one))} />}
    </section>
  );
}

interface OfTable {
  name: string;
  of: Requirement[];
  whenEmpty: string;
  onRemove: ((removed: Requirement) => Promise<void>) | undefined;
}

export function RequirementTable({ name, of, whenEmpty, onRemove }: OfTable) {
  const { t, field } = useTexts();
  const own = useTextsOf(partnerTexts);
  const { failure, isAsking, submit } = useSubmission();
  const removal: Column<Requirement> = {
    header: t.actions,
    cell: (row) => (
      <Button
        variant="default"
        size="xs"
        aria-label={`${own.removeRequirement}: ${wordsOf(row.path, field)}`}
        disabled={isAsking}
        onClick={() => void submit(async () => onRemove?.(row))}
      >
        {own.removeRequirement}
      </Button>
    ),
    onPhone: () => ({ place: 'actions' }),
  };
  const columns: Column<Requirement>[] = [
    { header: t.kind, cell: ({ kind }) => t.kinds[kind] ?? kind, onPhone: () => ({ place: 'status' }) },
    { header: own.path, cell: (row) => <Field of={row} />, onPhone: () => ({ place: 'head', wraps: true }) },
    {
      header: own.domain,
      cell: ({ domain }) => domain ?? <span className="dim">{own.anyValue}</span>,
      onPhone: ({ domain }) => (domain === null ? undefined : { place: 'partner' }),
    },
    {
      header: t.facts,
      cell: ({ when }) => (when?.length ? `${own.when} ${when.join(', ')}` : ''),
      isEmpty: ({ when }) => !when?.length,
      onPhone: ({ when }) => (when?.length ? { place: 'why' } : undefined),
    },
    ...(onRemove ? [removal] : []),
  ];
  return (
    <>
      {failure && <p role="alert">{failure.message}</p>}
      <PagedTable name={name} columns={columns} page={{ items: of, nextCursor: null }} whenEmpty={whenEmpty} />
    </>
  );
}

const wordsOf = (path: string, field: (name: string) => string) =>
  path.split('.').filter((step) => step !== '*').map(field).join(' › ');

/** The path, and its words. */
function Field({ of: { path } }: { of: Requirement }) {
  const { field } = useTexts();
  return (
    <span className="stacked">
      <span>{wordsOf(path, field)}</span>
      <code className="dim any">{path}</code>
    </span>
  );
}
