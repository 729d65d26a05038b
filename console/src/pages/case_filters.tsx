// The filters of the list of cases. Each change applies at once, and is in the address.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { kinds } from '../document/model';
import { PartnerField, usePartnerNamed } from '../parts/partner_field';
import { caseFiltersOf, caseStatuses, turns } from '../search';
import { useTexts } from '../texts/texts';

const route = getRouteApi('/cases');

export function CaseFilterForm() {
  const { t } = useTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [cleared, setCleared] = useState(0);
  const isFiltered = Object.entries(search).some(([name, value]) => name !== 'cursor' && value);
  const set = (changed: Record<string, string | undefined>) =>
    void navigate({
      search: caseFiltersOf({ ...search, ...changed, cursor: undefined }),
      replace: true,
    });
  const select = (name: 'status' | 'turn' | 'type', words: readonly string[], names: Record<string, string>) => ({
    value: search[name] ?? '',
    data: [{ value: '', label: t.all }, ...words.map((value) => ({ value, label: names[value] ?? value }))],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value }),
  });
  const day = (name: 'from' | 'until') => ({
    type: 'date',
    value: search[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value }),
  });
  const isReversed =
    search.from !== undefined && search.until !== undefined && search.from > search.until;
  return (
    <form
      className="filters card"
      aria-label={t.filters}
      onSubmit={(event) => { event.preventDefault(); }}
    >
      <NativeSelect label={t.turn} {...select('turn', turns, t.turnsWanted)} />
      <NativeSelect label={t.status} {...select('status', caseStatuses, t.statuses)} />
      <NativeSelect label={t.kind} {...select('type', kinds, t.kinds)} />
      <Partner key={cleared} id={search.partner} onChange={(partner) => set({ partner })} />
      <TextInput label={t.from} {...day('from')} />
      <TextInput label={t.until} {...day('until')} error={isReversed && t.untilBeforeFrom} />
      {isFiltered && (
        <Button
          variant="default"
          className="keep"
          onClick={() => {
            setCleared(cleared + 1);
            void navigate({ search: caseFiltersOf({}) });
          }}
        >
          {t.clear}
        </Button>
      )}
    </form>
  );
}

interface OfPartner {
  id: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Applies a partner when the user leaves the field or presses Enter. */
function Partner({ id, onChange }: OfPartner) {
  const { t } = useTexts();
  const [typed, setTyped] = useState<string>();
  const [isEntered, setIsEntered] = useState(false);
  const { choices, found, isLooking } = usePartnerNamed(typed);
  const isEmpty = typed?.trim() === '';
  const isUnknown = isEntered && !isEmpty && !isLooking && found === undefined;
  useEffect(() => {
    setTyped(undefined);
    setIsEntered(false);
  }, [id]);
  useEffect(() => {
    if (typed === undefined || !isEntered || isLooking) return;
    const chosen = isEmpty ? undefined : found;
    if ((isEmpty || found !== undefined) && chosen !== id) onChange(chosen);
  }, [typed, isEntered, isLooking, isEmpty, found, id, onChange]);
  return (
    <div
      onBlur={() => setIsEntered(typed !== undefined)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') setIsEntered(typed !== undefined);
      }}
    >
      <PartnerField
        id={id}
        typed={typed}
        choices={choices}
        onType={(text) => {
          setTyped(text);
          setIsEntered(false);
        }}
        error={isUnknown ? t.noSuchPartner : undefined}
      />
    </div>
  );
}
