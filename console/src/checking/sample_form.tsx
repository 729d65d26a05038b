// Fills the field with a sample for a partner.
import { useQuery } from '@tanstack/react-query';

import { get } from '../api';
import { Loaded } from '../parts/states';
import { checkingTexts } from '../texts/checking';
import { useTextsOf } from '../texts/texts';
import { PartiesForm } from './parties_form';
import { sampleOf } from './sample';

interface OfSampleForm {
  onFill: (text: string) => void;
}

export function SampleForm({ onFill }: OfSampleForm) {
  const own = useTextsOf(checkingTexts);
  const profile = useQuery({
    queryKey: ['profile'],
    queryFn: ({ signal }) => get('/v2/profile', { signal }),
  });
  return (
    <section className="card stack tight" aria-label={own.sample}>
      <h2>{own.sample}</h2>
      <p className="dim">{own.sampleHelp}</p>
      <Loaded query={profile}>
        {({ data }) => (
          <PartiesForm
            profile={data}
            hasSelf
            submitText={own.fill}
            onChoose={({ example, sender, recipient }) => {
              onFill(sampleOf(example, { sender, recipient, number: newNumber() }));
            }}
          />
        )}
      </Loaded>
    </section>
  );
}

/** Returns a number that no other document has. */
function newNumber(): string {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `SAMPLE-${number.toString(16).padStart(8, '0').toUpperCase()}`;
}
