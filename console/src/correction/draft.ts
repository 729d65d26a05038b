// A document that the user changes, as fields or as JSON, and the faults that it has now.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';

import { validateDocument, type Validation } from '../api';
import { jsonIn, writtenJson, type Json } from '../document/exact_json';
import { withValue, type Path } from './edits';

interface State {
  /** The number of the edit. */
  edit: number;
  text: string;
  /** Undefined while the text is not JSON. */
  content: Json | undefined;
}

// Changes that were not sent, by draft. They are there again after the user signed in once more,
// unless the browser left the page for that.
const kept = new Map<string, string>();

/** A request that sends a draft. Its repeat has the same key, so nothing is sent twice. */
export interface Attempt {
  text: string;
  key: string;
  /** The id of the new transaction, after the answer. */
  sent?: string;
  /** True if the answer was lost: the exchange may have the document. */
  isLost?: boolean;
}
const attempts = new Map<string, Attempt>();

export interface Draft extends State {
  isChanged: boolean;
  /** Undefined removes the field. */
  put: (path: Path, value: Json | undefined) => void;
  write: (text: string) => void;
  /** The request whose end is not known, or whose consequences are not. */
  attempt: () => Attempt | undefined;
  begin: (attempt: Attempt) => void;
  /** Ends the draft, because it was sent or given up. */
  end: () => void;
}

/** `first` is the text that the user continues. By default it is the text of the beginning. */
export function useDraft(id: string, begin: string, first = begin): Draft {
  const [state, setState] = useState<State>(() => {
    const text = kept.get(id) ?? first;
    return { edit: 0, text, content: jsonIn(text) };
  });
  const isEnded = useRef(false);
  const isChanged = state.text !== begin;
  useEffect(() => {
    if (isChanged && !isEnded.current) kept.set(id, state.text);
    else kept.delete(id);
  }, [id, isChanged, state.text]);
  return {
    ...state,
    isChanged,
    put: (path, value) => {
      setState(({ edit, content }) => {
        const changed = withValue(content, path, value) ?? {};
        return { edit: edit + 1, text: writtenJson(changed), content: changed };
      });
    },
    write: (text) => {
      setState(({ edit }) => ({ edit: edit + 1, text, content: jsonIn(text) }));
    },
    attempt: () => attempts.get(id),
    begin: (attempt) => {
      attempts.set(id, attempt);
    },
    end: () => {
      isEnded.current = true;
      kept.delete(id);
      attempts.delete(id);
    },
  };
}

/** Returns the body that sends a document. */
export const bodyOf = (kind: string, text: string) =>
  `{"type":${JSON.stringify(kind)},"content":${text}}`;

const pauseMs = 400;

export interface Judgement {
  /** Undefined before the first answer, and while the text is not JSON. */
  validation: Validation | undefined;
  /** True if the answer is about the present text. */
  isPresent: boolean;
  failure: Error | null;
}

/** Asks the exchange for the faults of the draft after each pause of the user. */
export function useJudgement(kind: string, { edit, text, content }: State): Judgement {
  const draft = useId();
  const present = useMemo(() => ({ edit, text }), [edit, text]);
  const [judged] = useDebouncedValue(present, pauseMs);
  const isJson = content !== undefined;
  const query = useQuery({
    queryKey: ['validation', draft, judged.edit],
    queryFn: ({ signal }) => validateDocument(bodyOf(kind, judged.text), signal),
    enabled: isJson && judged.edit === edit,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  });
  return {
    validation: isJson ? query.data : undefined,
    isPresent: isJson && judged.edit === edit && query.isSuccess && !query.isPlaceholderData,
    failure: query.error,
  };
}
