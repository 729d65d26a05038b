// The actions on a case whose document has no transaction that the viewer sees.
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import type { Case } from '../api';
import { useActing } from '../parts/acting';
import { ActionBar } from '../parts/action_bar';
import { useSession } from '../queries';
import { useTexts } from '../texts/texts';
import { CaseButtons, CaseForm, mayAnswer } from './answering';
import { correctableContent } from './correctable';

/** Shows nothing if the user can do nothing. */
export function CaseActions({ of }: { of: Case }) {
  const session = useSession();
  const content = useMemo(() => correctableContent(of, session), [of, session]);
  const acting = useActing();
  const canCorrect = content !== undefined;
  const canAnswer = mayAnswer(session);
  if (!canCorrect && !canAnswer) return null;
  return (
    <ActionBar
      failure={acting.failure}
      result={acting.result}
      buttons={
        <>
          {canCorrect && <ToCorrection of={of} />}
          {canAnswer && <CaseButtons of={of} acting={acting} canBePrimary={!canCorrect} />}
        </>
      }
    >
      {canAnswer && <CaseForm of={of} acting={acting} />}
    </ActionBar>
  );
}

/** The way from a refused document to its correction. */
function ToCorrection({ of }: { of: Case }) {
  const { t } = useTexts();
  return (
    <Button
      renderRoot={(props) => (
        <Link {...props} to="/corrections/$id" params={{ id: of.id }} search={{ of: 'case' }} />
      )}
    >
      {t.correct}
    </Button>
  );
}
