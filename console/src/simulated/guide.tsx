import { addressOf } from '../api';
import { simulatedTexts } from '../texts/simulated';
import { useTextsOf } from '../texts/texts';

/** The first steps, and the document numbers that make a partner act. */
export function Guide() {
  const own = useTextsOf(simulatedTexts);
  return (
    <section className="card stack" aria-label={own.guide}>
      <h2>{own.guide}</h2>
      <ol className="faults">
        {own.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{own.endings}</p>
      <dl className="facts one-column">
        {own.effects.map(([ending, effect]) => (
          <div key={ending}>
            <dt>
              <code>{ending}</code>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={addressOf('/docs/guides/simulation')}>{own.more}</a>
      </p>
    </section>
  );
}
