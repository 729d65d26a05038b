// Says whether a draft is saved, and lets the user choose between two versions.
import { Button } from '@mantine/core';
import { useState } from 'react';

import { draftTexts } from '../texts/drafts';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { editorOf } from './requests';
import type { Conflict, Saving } from './saving';

export function Indicator({ saving: { state, isKept } }: { saving: Saving }) {
  const own = useTextsOf(draftTexts);
  const text =
    state === 'failed' ? own.notSaved : state === 'saving' ? own.saving : state === 'saved' && isKept ? own.saved : '';
  return (
    <p className="dim" role="status" aria-label={own.draft}>
      {text}
    </p>
  );
}

interface OfVersions {
  saving: Saving;
  onLoad: (text: string) => void;
}

export function OtherVersion({ saving, onLoad }: OfVersions) {
  const { state } = saving;
  return typeof state === 'object' ? <Choice conflict={state} saving={saving} onLoad={onLoad} /> : null;
}

function Choice({ conflict, saving, onLoad }: OfVersions & { conflict: Conflict }) {
  const { ago, precise } = useTexts();
  const own = useTextsOf(draftTexts);
  const [failure, setFailure] = useState<Error>();
  const { other, isAnother } = conflict;
  const sentence = !other
    ? own.removed
    : filled(isAnother ? own.begunElsewhere : own.changed, {
        name: editorOf(other) ?? own.aProgram,
        age: ago(other.updatedAt),
      });
  return (
    <section className="card stack tight" aria-label={own.changedTitle}>
      <h2>{own.changedTitle}</h2>
      <p role="alert" className="any" title={other && precise(other.updatedAt)}>
        {sentence}
      </p>
      <div className="row">
        {other && (
          <Button
            variant="default"
            onClick={() => {
              saving.loadOther(other).then(onLoad, (error: unknown) => setFailure(error as Error));
            }}
          >
            {own.loadOther}
          </Button>
        )}
        <Button variant="default" onClick={saving.keepOwn}>
          {own.keepOwn}
        </Button>
      </div>
      {failure && <p role="alert">{failure.message}</p>}
    </section>
  );
}
