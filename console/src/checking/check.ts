// The result of the exchange for the text that the user checks.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { Refusal, validateDocument, type Validation } from '../api';
import { byteIn, indexOfByte } from './positions';

/** The sentence about a text that is no document, and the index of the character that it is about. */
export interface Unreadable {
  message: string;
  at: number | undefined;
}

export interface Finding {
  /** The text that was checked. */
  text: string;
  /** Undefined for a text that is unreadable. */
  validation?: Validation;
  unreadable?: Unreadable;
}

const unreadableStatuses = [400, 413];

async function findingOf(text: string, signal: AbortSignal): Promise<Finding> {
  try {
    return { text, validation: await validateDocument(text, signal) };
  } catch (error) {
    if (!(error instanceof Refusal) || !unreadableStatuses.includes(error.status)) throw error;
    const byte = byteIn(error.message);
    const at = byte === undefined ? undefined : indexOfByte(text, byte);
    return { text, unreadable: { message: error.message, at } };
  }
}

export interface Check {
  /** Undefined without a text, and before the first answer. It is about an earlier text until the answer comes. */
  finding: Finding | undefined;
  failure: Error | null;
}

export function useCheck(edit: number, text: string): Check {
  const page = useId();
  const hasText = text.trim() !== '';
  const query = useQuery({
    queryKey: ['check', page, edit],
    queryFn: ({ signal }) => findingOf(text, signal),
    enabled: hasText,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { finding: hasText ? query.data : undefined, failure: hasText ? query.error : null };
}
