import { Button } from '@mantine/core';

import { useConfirmedSubmission } from '../account/confirmation';
import { useTexts } from '../texts/texts';
import { setRules, type SignInRules } from './requests';

interface OfRules {
  rules: SignInRules;
  isOperator: boolean;
  onChanged: () => void;
}

/** An administrator requires a second factor of the people of the participant. */
export function SignInRules({ rules, isOperator, onChanged }: OfRules) {
  const { t } = useTexts();
  const { isAsking, submit, isConfirming, notice } = useConfirmedSubmission();
  const isRequired = rules.secondFactor === 'required';

  const change = async () => {
    await setRules(isOperator, { secondFactor: isRequired ? 'optional' : 'required' });
    onChanged();
  };
  return (
    <section className="card stack">
      <h2>{t.secondFactor}</h2>
      <p>{isRequired ? t.factorIsRequired : t.factorIsOptional}</p>
      {notice}
      {!isConfirming && (
        <div className="row">
          <Button variant="default" loading={isAsking} onClick={() => void submit(change)}>
            {isRequired ? t.makeFactorOptional : t.requireFactor}
          </Button>
        </div>
      )}
    </section>
  );
}
