// The filters are in the address; the form only changes the address.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';

import { kinds } from '../document/model';
import { PartnerField, usePartnerNamed } from '../parts/partner_field';
import { useSession } from '../queries';
import { directions, filtersOf, flows, statuses, type Filters } from '../search';
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
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { choices, found, isLooking } = usePartnerNamed(partner);
  useEffect(() => {
    setDraft(search);
    setPartner(undefined);
    setIsUnknown(false);
    setIsSubmitted(false);
  }, [search]);
  const isTyped = (partner ?? '').trim() !== '';
  const waits = isTyped && found === undefined && isLooking;
  // The user may search before the exchange has found the partner.
  useEffect(() => {
    if (!isSubmitted || waits) return;
    setIsSubmitted(false);
    const isNobody = isTyped && found === undefined;
    setIsUnknown(isNobody);
    const chosen = partner === undefined ? draft.partner : found;
    if (!isNobody) void navigate({ search: { ...draft, partner: chosen, cursor: undefined } });
  }, [isSubmitted, waits, isTyped, found, partner, draft, navigate]);
  const { from, until } = draft;
  const isReversed = from !== undefined && until !== undefined && from > until;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReversed) setIsSubmitted(true);
  };
  const field = (name: Exclude<keyof Filters, 'cursor'>) => ({
    value: draft[name] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      setDraft(filtersOf({ ...draft, [name]: currentTarget.value })),
  });
  const choicesOf = (words: readonly string[], names: Record<string, string>) => [
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
        choices={choices}
        onType={(typed) => {
          setPartner(typed);
          setIsUnknown(false);
          setIsSubmitted(false);
        }}
        error={isUnknown ? t.noSuchPartner : undefined}
      />
      <NativeSelect label={t.kind} data={choicesOf(kinds, t.kinds)} {...field('type')} />
      <NativeSelect label={t.status} data={choicesOf(statuses, t.statuses)} {...field('status')} />
      {session.role === 'operator' ? (
        <NativeSelect label={t.flow} data={choicesOf(flows, {})} {...field('flow')} />
      ) : (
        <NativeSelect label={t.direction} data={choicesOf(directions, ways)} {...field('direction')} />
      )}
      <TextInput type="date" label={t.from} {...field('from')} />
      <TextInput type="date" label={t.until} {...field('until')} error={isReversed && t.untilBeforeFrom} />
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
