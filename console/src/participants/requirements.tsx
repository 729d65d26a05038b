import { useState } from 'react';

import { ConfirmDialog } from '../parts/dialog';
import { RequirementForm } from '../partners/requirement_form';
import { RequirementTable } from '../partners/requirements';
import { withFirst, without, type Requirement } from '../partners/requests';
import { queries } from '../queries';
import { partnerTexts } from '../texts/partners';
import { trialTexts } from '../texts/trial';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { setRequirements, tryRequirements, type Participant, type Tried } from './requests';

/** A new requirement is tried on past documents before it is saved. */
export function RequirementsOfParticipant({ of, canChange }: { of: Participant; canChange: boolean }) {
  const own = useTextsOf(trialTexts);
  const { addRequirement } = useTextsOf(partnerTexts);
  const [asked, setAsked] = useState<{ requirements: Requirement[]; tried: Tried }>();
  const save = async (requirements: Requirement[]) => {
    await setRequirements(of.id, requirements);
    await queries.invalidateQueries();
  };
  const tryOut = async (added: Requirement) => {
    const requirements = withFirst(of.requirements, added);
    setAsked({ requirements, tried: await tryRequirements(of.id, requirements) });
  };
  return (
    <section className="stack">
      <h2>{own.title}</h2>
      <p className="dim">{own.help}</p>
      <RequirementTable
        name={own.title}
        of={of.requirements}
        whenEmpty={own.none}
        onRemove={canChange ? (one) => save(without(of.requirements, one)) : undefined}
      />
      {canChange && <RequirementForm onAdd={tryOut} />}
      {asked && (
        <ConfirmDialog
          title={filled(own.addTo, { name: of.name })}
          action={addRequirement}
          onConfirm={() => save(asked.requirements)}
          onClose={() => setAsked(undefined)}
        >
          <Result of={asked.tried} />
        </ConfirmDialog>
      )}
    </section>
  );
}

function Result({ of: { since, wouldHaveRefused } }: { of: Tried }) {
  const { number, date } = useTexts();
  const own = useTextsOf(trialTexts);
  if (wouldHaveRefused.of === 0) return <p>{own.noDocuments}</p>;
  const counts = { of: number(wouldHaveRefused.of), refused: number(wouldHaveRefused.refused) };
  return <p>{filled(own.result, { ...counts, since: date(since.slice(0, 10)) })}</p>;
}
