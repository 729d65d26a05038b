// Saves a draft at the exchange a short time after the last edit.
import { useEffect, useRef, useState } from 'react';

import { Refusal } from '../api';
import { may, queries, useSession } from '../queries';
import { bodyOfDraft, isAbout, type OfDraft } from './about';
import {
  beginDraft,
  discardDraft,
  draftsKey,
  getDraft,
  getDrafts,
  saveDraft,
  type SavedDraft,
  type WholeDraft,
} from './requests';

/** Another version that the user does not have. Undefined: the draft was removed. */
export interface Conflict {
  other: SavedDraft | undefined;
  /** True if another draft of the same document exists; false if this one was changed. */
  isAnother: boolean;
}

export type Saved = 'unchanged' | 'saving' | 'saved' | 'failed' | Conflict;

export interface Saving {
  state: Saved;
  /** True if the exchange has the present text. */
  isKept: boolean;
  /** Returns the text of the other version, which the next change replaces. */
  loadOther: (other: SavedDraft) => Promise<string>;
  keepOwn: () => void;
  /** Ends the saving and removes the draft, because its document was sent. */
  end: () => Promise<void>;
}

const pauseMs = 1_500;
const againAfterMs = 10_000;

interface Kept {
  id: string;
  revision: number;
}

export function useSaving(of: OfDraft, begun: WholeDraft | undefined, isChanged: boolean): Saving {
  const maySave = may(useSession(), 'send');
  const [state, setState] = useState<Saved>(begun ? 'saved' : 'unchanged');
  const [keptText, setKeptText] = useState(begun?.document);
  const [attempt, setAttempt] = useState(0);
  const kept = useRef<Kept | undefined>(begun && { id: begun.id, revision: begun.revision });
  const isOwn = useRef(begun !== undefined);
  const isEnded = useRef(false);
  const running = useRef<Promise<void>>(undefined);

  const isKept = keptText === of.text;
  const isConflict = typeof state === 'object';
  const isDue = maySave && !isKept && !isConflict && (isChanged || kept.current !== undefined);

  const save = async (): Promise<Saved> => {
    try {
      if (kept.current === undefined && !isOwn.current) {
        const other = (await getDrafts()).find((draft) => isAbout(draft, of));
        if (other) return { other, isAnother: true };
      }
      if (isEnded.current) return 'saved';
      const body = bodyOfDraft(of);
      const { id, revision } = kept.current
        ? await saveDraft(kept.current.id, { ...body, revision: kept.current.revision })
        : await beginDraft(body);
      kept.current = { id, revision };
      isOwn.current = true;
      setKeptText(of.text);
      void queries.invalidateQueries({ queryKey: draftsKey });
      return 'saved';
    } catch (error) {
      return (await conflictOf(error, kept.current)) ?? 'failed';
    }
  };
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });

  useEffect(() => {
    if (!isDue) return;
    const timer = setTimeout(() => {
      // Changes follow one another: each one has the revision of the one before.
      running.current = (running.current ?? Promise.resolve()).then(async () => {
        if (isEnded.current) return;
        setState('saving');
        const next = await latest.current();
        setState(next);
        if (next === 'failed') setTimeout(() => setAttempt((count) => count + 1), againAfterMs);
      });
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isDue, of.text, attempt]);

  return {
    state,
    isKept: isKept && !isConflict,
    loadOther: async (other) => {
      const whole = await getDraft(other.id);
      kept.current = { id: whole.id, revision: whole.revision };
      isOwn.current = true;
      setKeptText(whole.document);
      setState('saved');
      return whole.document;
    },
    keepOwn: () => {
      kept.current = undefined;
      isOwn.current = true;
      setKeptText(undefined);
      setState('unchanged');
    },
    end: async () => {
      isEnded.current = true;
      await running.current;
      const id = kept.current?.id;
      // The document is sent. A draft that remains can be discarded in the list.
      if (id !== undefined) await discardDraft(id).catch(() => undefined);
      void queries.invalidateQueries({ queryKey: draftsKey });
    },
  };
}

async function conflictOf(error: unknown, kept: Kept | undefined): Promise<Conflict | undefined> {
  if (!(error instanceof Refusal) || kept === undefined) return undefined;
  const isRemoved = { other: undefined, isAnother: false };
  if (error.status === 404) return isRemoved;
  if (error.detail !== 'draft_changed') return undefined;
  try {
    return { other: await getDraft(kept.id), isAnother: false };
  } catch (failure) {
    return failure instanceof Refusal && failure.status === 404 ? isRemoved : undefined;
  }
}
