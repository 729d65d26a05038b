// The sums that the exchange calculates from the lines of an invoice or a credit note.
import { Button } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';

import { changesBetween } from '../document/changes';
import type { Json } from '../document/exact_json';
import { isObject, typeOfField, typeOfKind, valueAt } from '../document/model';
import { Sums } from '../document/sums';
import { useTexts } from '../texts/texts';
import type { Draft, Judgement } from './draft';

const place = 'summary';

interface OfSums {
  kind: string;
  draft: Draft;
  judgement: Judgement;
  /** The text of JSON does not change while the user types. */
  follows: boolean;
}

/**
 * Offers the sums of the lines if the document has others. Sums that were those of the lines follow
 * each change of a line.
 */
export function CalculatedSums({ kind, draft, judgement, follows }: OfSums) {
  const { t } = useTexts();
  const type = typeOfField(typeOfKind(kind), place);
  const { content, put } = draft;
  const present = valueAt(content, place);
  const summary = judgement.isPresent ? judgement.validation?.summary : undefined;
  const isSame = (one: Json | undefined, other: Json) =>
    isObject(one) && changesBetween(one, other, type).length === 0;
  const ofLines = useRef<Json>(undefined);
  // The user cannot send the old sums before the new ones are there.
  useLayoutEffect(() => {
    if (!summary) return;
    const isOld = ofLines.current !== undefined && isSame(present, ofLines.current);
    if (isSame(present, summary) || (isOld && follows)) ofLines.current = summary;
    if (isOld && follows && !isSame(present, summary)) put([place], summary);
  });
  if (!summary || !isObject(summary) || isSame(present, summary)) return null;
  const currency = valueAt(content, 'header.currency');
  return (
    <section className="card stack tight" aria-label={t.sumsOfLines}>
      <h2>{t.sumsOfLines}</h2>
      {present !== undefined && <p>{t.sumsDiffer}</p>}
      <Sums
        summary={summary}
        type={type}
        currency={typeof currency === 'string' ? currency : undefined}
      />
      <div>
        <Button
          variant="default"
          onClick={() => {
            put([place], summary);
          }}
        >
          {t.takeSums}
        </Button>
      </div>
    </section>
  );
}
