// A field that chooses a participant by name: a trading partner, or for operators any participant.
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { get } from '../api';
import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { allPages, rowsOfPage } from './all_pages';

interface Named {
  id: string;
  name: string;
}

async function partners(signal: AbortSignal): Promise<Named[]> {
  const { items } = await allPages((cursor) =>
    get('/v2/trade-partners', { signal, query: { cursor, per_page: rowsOfPage } }),
  );
  return items;
}

export interface PartnerLookup {
  choices: Named[];
  /** The id of the participant with that name. */
  found: string | undefined;
  /** True until the search for the name has ended. */
  isLooking: boolean;
}

/** Finds the participant with the typed name. */
export function usePartnerNamed(typed: string | undefined): PartnerLookup {
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
  const choices = query.data ?? [];
  const isOfBefore = isOperator && (beginning !== text || query.isPlaceholderData);
  return {
    choices,
    found: choices.find((one) => one.name.toLowerCase() === text.toLowerCase())?.id,
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

interface OfPartnerField {
  /** The chosen participant. */
  id: string | undefined;
  /** The text of the field, if the user has typed. */
  typed: string | undefined;
  choices: Named[];
  onType: (typed: string) => void;
  error?: string | undefined;
  label?: string;
}

export function PartnerField({ id, typed, choices, onType, error, label }: OfPartnerField) {
  const { t } = useTexts();
  const list = useId();
  const name = useNameOf(id);
  return (
    <>
      <TextInput
        label={label ?? t.partner}
        list={list}
        value={typed ?? name ?? ''}
        error={error}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <datalist id={list}>
        {choices.map((one) => (
          <option key={one.id} value={one.name} />
        ))}
      </datalist>
    </>
  );
}
