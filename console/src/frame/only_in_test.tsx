// A page of the test flow leads there from the live one.
import { Button } from '@mantine/core';
import { useContext } from 'react';

import { useSession } from '../queries';
import { checkingTexts } from '../texts/checking';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { Switching, useOtherPlaces, type PageOfSwitch } from './places';

interface OfOnlyInTest {
  /** Says why the page needs the test flow. */
  reason: string;
  /** Says how a user without access to the test flow gets it. */
  noTest: string;
  /** The page to open there. */
  path: PageOfSwitch;
}

export function OnlyInTest({ reason, noTest, path }: OfOnlyInTest) {
  const { t } = useTexts();
  const { toTest } = useTextsOf(checkingTexts);
  const session = useSession();
  const switchTo = useContext(Switching);
  const test = useOtherPlaces(session, t).find(
    ({ participant, flow }) => participant === session.id && flow === 'TEST',
  );
  return (
    <>
      <p>{reason}</p>
      {test ? (
        <div>
          <Button variant="default" onClick={() => switchTo(test, path)}>
            {toTest}
          </Button>
        </div>
      ) : (
        <p className="dim">{filled(noTest, { name: session.name })}</p>
      )}
    </>
  );
}
