// A field that chooses a participant by name: a trading partner, or for operators any participant.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';

import { get, type Schemas } from '../api';
import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { allPages, rowsOfPage } from './all_pages';
import { searchKey } from './row_keys';

interface Named {
  id: string;
  name: string;
  /** Present for operators, who see closed participants, too. */
  state?: string;
}

/** Returns the trading partners of the own participant. */
export async function partners(signal: AbortSignal): Promise<Schemas['TradePartner'][]> {
  const { items } = await allPages((cursor) =>
    get('/v2/trade-partners', { signal, query: { cursor, per_page: rowsOfPage } }),
  );
  return items;
}

export interface PartnerLookup {
  choices: Named[];
  /** The id of the only participant with that name. An open one precedes closed ones. */
  found: string | undefined;
  /** True if several participants have that name. */
  areSeveral: boolean;
  /** True until the search for the name has ended. */
  isLooking: boolean;
}

const isOpen = ({ state = 'open' }: Named) => state === 'open';

/** Finds the participant with the typed name. */
export function usePartnerNamed(typed: string | undefined, isOnlyOpen = false): PartnerLookup {
  const { role } = useSession();
  const isOperator = role === 'operator';
  const text = (typed ?? '').trim();
  const [beginning] = useDebouncedValue(text, 200);
  const query = useQuery({
    queryKey: ['partners', role, isOperator ? beginning : ''],
    queryFn: async ({ signal }): Promise<Named[]> => {
      if (!isOperator) return partners(signal);
      const asked = { 'filter[name]': beginning, per_page: rowsOfPage };
      return (await get('/admin/participants', { signal, query: asked })).items;
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const choices = (query.data ?? []).filter((one) => !isOnlyOpen || isOpen(one));
  const named = choices.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  const open = named.filter(isOpen);
  const meant = open.length > 0 ? open : named;
  const isOfBefore = isOperator && (beginning !== text || query.isPlaceholderData);
  return {
    choices,
    found: meant.length === 1 ? meant[0]?.id : undefined,
    areSeveral: meant.length > 1,
    isLooking: isOfBefore || query.isPending,
  };
}

/** Returns the name of a participant. */
export function useNameOf(id: string | undefined): string | undefined {
  const { role } = useSession();
  const query = useQuery({
    queryKey: ['partner', role, id],
    queryFn: async ({ signal }): Promise<string> => {
      if (role === 'operator') {
        const { data } = await get('/admin/participants/{id}', { id: id ?? '', signal });
        return data.name;
      }
      return (await partners(signal)).find((one) => one.id === id)?.name ?? id ?? '';
    },
    enabled: id !== undefined,
    retry: false,
    staleTime: 60_000,
  });
  if (id === undefined) return undefined;
  return query.isError ? id : query.data;
}

interface OfPartnerField extends TextInputProps {
  value: string;
  choices: Named[];
  onType: (typed: string) => void;
}

/** A text field that offers the names of participants. */
export function PartnerField({ choices, onType, ...input }: OfPartnerField) {
  const list = useId();
  return (
    <>
      <TextInput
        list={list}
        onChange={({ currentTarget }) => {
          onType(currentTarget.value);
        }}
        {...input}
      />
      <datalist id={list}>
        {choices.map((one) => (
          <option key={one.id} value={one.name} />
        ))}
      </datalist>
    </>
  );
}

/** Shows the id until the name is known. */
export function PartnerName({ id }: { id: string }) {
  return useNameOf(id) ?? id;
}

interface OfPartner {
  name: string;
  isSearch: boolean | undefined;
  /** A change empties the field of a partner that is not found. */
  removals: number;
  /** The chosen participant. */
  id: string | undefined;
  onChange: (id: string | undefined) => void;
}

/** Applies a partner when the user leaves the field or presses Enter. */
export function PartnerFilter({ name, isSearch, removals, id, onChange }: OfPartner) {
  const { t } = useTexts();
  const nameOfChosen = useNameOf(id);
  const [typed, setTyped] = useState<string>();
  const [isEntered, setIsEntered] = useState(false);
  const { choices, found, areSeveral, isLooking } = usePartnerNamed(typed);
  const isEmpty = typed?.trim() === '';
  const isUnknown = isEntered && !isEmpty && !isLooking && found === undefined;
  useEffect(() => {
    setTyped(undefined);
    setIsEntered(false);
  }, [id, removals]);
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
        size="xs"
        name={name}
        label={t.partner}
        value={typed ?? nameOfChosen ?? ''}
        choices={choices}
        error={isUnknown && (areSeveral ? t.severalPartners : t.noSuchPartner)}
        {...(isSearch && searchKey)}
        onType={(text) => {
          setTyped(text);
          setIsEntered(false);
        }}
      />
    </div>
  );
}
