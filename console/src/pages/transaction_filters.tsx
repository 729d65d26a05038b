// The address has the filters; the form only changes it.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useState, type FormEvent } from 'react';

import { kinds } from '../document/model';
import { PartnerField } from '../parts/partner_field';
import { useSession } from '../queries';
import { directions, filtersOf, flows, statuses, type Filters } from '../router';
import { useTexts } from '../texts/texts';

const route = getRouteApi('/transactions');

export function FilterForm() {
  const { t } = useTexts();
  const session = useSession();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [draft, setDraft] = useState(search);
  const [partner, setPartner] = useState<string>();
  const [isUnknown, setIsUnknown] = useState(false);
  useEffect(() => {
    setDraft(search);
    setPartner(undefined);
    setIsUnknown(false);
  }, [search]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isNobody = (partner ?? '').trim() !== '' && draft.partner === undefined;
    setIsUnknown(isNobody);
    if (!isNobody) void navigate({ search: { ...draft, cursor: undefined } });
  };
  const foundPartner = useCallback(
    (id: string | undefined) => setDraft((before) => ({ ...before, partner: id })),
    [],
  );
  const field = (name: Exclude<keyof Filters, 'cursor'>) => ({
    value: draft[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setDraft(filtersOf({ ...draft, [name]: currentTarget.value })),
  });
  const choices = (words: readonly string[], names: Record<string, string>) => [
    { value: '', label: t.all },
    ...words.map((value) => ({ value, label: names[value] ?? value })),
  ];
  const ways = { sent: t.sent, received: t.received };
  const isFiltered =
    Object.entries(search).some(([name, value]) => name !== 'cursor' && value) ||
    (partner ?? '') !== '';
  return (
    <form className="filters card" aria-label={t.filters} onSubmit={submit}>
      <TextInput
        className="broad"
        label={t.numberExact}
        maxLength={255}
        data-search
        aria-keyshortcuts="/"
        {...field('number')}
      />
      <PartnerField
        id={draft.partner}
        typed={partner}
        onType={(typed) => {
          setPartner(typed);
          setIsUnknown(false);
        }}
        onFound={foundPartner}
        error={isUnknown ? t.noSuchPartner : undefined}
      />
      <NativeSelect label={t.kind} data={choices(kinds, t.kinds)} {...field('type')} />
      <NativeSelect label={t.status} data={choices(statuses, t.statuses)} {...field('status')} />
      {session.role === 'operator' ? (
        <NativeSelect label={t.flow} data={choices(flows, {})} {...field('flow')} />
      ) : (
        <NativeSelect label={t.direction} data={choices(directions, ways)} {...field('direction')} />
      )}
      <TextInput type="date" label={t.from} {...field('from')} />
      <TextInput type="date" label={t.until} {...field('until')} />
      <Button type="submit" className="keep">
        {t.apply}
      </Button>
      {isFiltered && (
        <Button
          variant="default"
          className="keep"
          onClick={() => {
            setPartner(undefined);
            setIsUnknown(false);
            setDraft(filtersOf({}));
            void navigate({ search: filtersOf({}) });
          }}
        >
          {t.clear}
        </Button>
      )}
    </form>
  );
}
