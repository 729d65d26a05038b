// A document of any kind for readers: parties, details, lines, sums. The model defines the order
// and names the parties. Fields that the model does not contain are shown under their own names.
import { useTexts } from '../texts/texts';
import type { Json } from './exact_json';
import { Lines, LoadUnits } from './lines';
import { Marked, useMarks } from './marked';
import { isList, isObject, isParty, linesOf, typeOfField, typeOfKind } from './model';
import type { JsonObject } from './model';
import { Sums } from './sums';
import { Party, Value, ValueFacts } from './values';

export function DocumentView({ kind, content }: { kind: string; content: Json }) {
  const { t } = useTexts();
  const marks = useMarks();
  if (!isObject(content)) return <Value of={content} type={undefined} />;
  const type = typeOfKind(kind);
  const header = isObject(content['header']) ? content['header'] : {};
  const lines = linesOf(kind) ?? 'items';
  const others = marks
    .membersOf(content, type)
    .filter(([name, value]) => name !== lines && !(['header', 'summary'].includes(name) && isObject(value)));
  const currency = typeof header['currency'] === 'string' ? header['currency'] : undefined;
  return (
    <div className="stack">
      <Header header={header} type={typeOfField(type, 'header')} />
      <section aria-label={t.lines}>
        <Marked marks={marks.here(content, lines)} isBlock>
          <LinesOf value={content[lines]} type={typeOfField(type, lines)} />
        </Marked>
      </section>
      {isObject(content['summary']) && (
        <section aria-label={t.sums}>
          <Sums
            summary={content['summary']}
            type={typeOfField(type, 'summary')}
            currency={currency}
          />
        </section>
      )}
      {others.length > 0 && <ValueFacts of={content} members={others} type={type} />}
    </div>
  );
}

function Header({ header, type }: { header: JsonObject; type: string | undefined }) {
  const { t, field } = useTexts();
  const marks = useMarks();
  const members = marks.membersOf(header, type);
  const isOfParty = ([name, value]: [string, Json]) =>
    isParty(typeOfField(type, name)) && isObject(value);
  const parties = members.filter(isOfParty);
  const facts = members.filter((member) => !isOfParty(member));
  return (
    <>
      {parties.length > 0 && (
        <section className="parties" aria-label={t.parties}>
          {parties.map(([name, value]) => (
            <div key={name}>
              <Marked marks={marks.here(header, name)} isBlock>
                <Party role={field(name)} party={value as JsonObject} />
              </Marked>
            </div>
          ))}
        </section>
      )}
      {facts.length > 0 && (
        <section aria-label={t.facts}>
          <ValueFacts of={header} members={facts} type={type} />
        </section>
      )}
    </>
  );
}

// Places and transport units contain lines.
function LinesOf({ value, type }: { value: Json | undefined; type: string | undefined }) {
  const { t } = useTexts();
  if (!isList(value) || value.length === 0) return <p className="dim">{t.noLines}</p>;
  const haveLines = typeOfField(type, 'items') !== undefined;
  return haveLines ? (
    <LoadUnits list={value} type={type} />
  ) : (
    <Lines list={value} type={type} />
  );
}
