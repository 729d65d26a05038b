// The differences between two versions of a document, as a table.
import { usePortions } from '../parts/more';
import { useTexts } from '../texts/texts';
import { pathText, type Change, type Step } from './changes';
import { Exact, type Json } from './exact_json';
import { Value } from './values';

const changesAtATime = 200;

export function Changes({ of }: { of: Change[] }) {
  const { t } = useTexts();
  const { shown, more } = usePortions(of, changesAtATime);
  return (
    <>
      <div className="scroll" tabIndex={0} role="region" aria-label={t.whatChanged}>
        <table className="list folds" aria-label={t.whatChanged}>
          <thead>
            <tr>
              <th scope="col">{t.fieldName}</th>
              <th scope="col">{t.change}</th>
              <th scope="col">{t.before}</th>
              <th scope="col">{t.after}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((change, index) => (
              <Row key={index} of={change} />
            ))}
          </tbody>
        </table>
      </div>
      {more}
    </>
  );
}

function Row({ of }: { of: Change }) {
  const { t } = useTexts();
  const { before, after, type } = of;
  const how = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
  return (
    <tr className={`is-${how}`}>
      <td data-name={t.fieldName}>
        <span className="cell">
          <Path of={of.path} />
          <code className="dim any">{pathText(of.path)}</code>
        </span>
      </td>
      <td data-name={t.change}>{t.changes[how]}</td>
      <td data-name={t.before}>
        <span className="cell">{before !== undefined && <Shape of={before} type={type} />}</span>
      </td>
      <td data-name={t.after}>
        <span className="cell">{after !== undefined && <Shape of={after} type={type} />}</span>
      </td>
    </tr>
  );
}

/** Shows texts and numbers unformatted, because a format may hide the change. */
function Shape({ of, type }: { of: Json; type: string | undefined }) {
  if (typeof of === 'string') return of;
  if (of instanceof Exact) return of.digits;
  return <Value of={of} type={type} />;
}

/** Shows a path in words: Line 10, quantity. */
function Path({ of }: { of: Step[] }) {
  const { field } = useTexts();
  const names = of
    .filter((step, index) => index > 0 || of.length === 1 || !('field' in step))
    .map((step) => {
      if ('field' in step) return field(step.field);
      return 'key' in step ? `${field(step.key)} ${step.value}` : `#${step.place}`;
    });
  return <strong className="any">{names.join(' › ')} </strong>;
}
