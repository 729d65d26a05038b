// Adds lines to an order from the catalogue of the partner.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useContext, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';

import { Form, type OfLines } from '../correction/form_context';
import { isList, isObject, valueAt } from '../document/model';
import type { Json } from '../document/exact_json';
import { Loaded } from '../parts/states';
import { catalogueTexts } from '../texts/catalogue';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { ArticleTable } from './article_table';
import { articlesFound, articlesOf, currencyOf, linesOf, priceOf, quantityIn, type Article } from './catalogue';
import { useCatalogues, type ReceivedCatalogue } from './received_catalogues';

interface OfPartner extends OfLines {
  partner: string;
}

export function CatalogueLines(of: OfPartner) {
  const own = useTextsOf(catalogueTexts);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen) {
    return (
      <Button ref={button} variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {own.choose}
      </Button>
    );
  }
  return <Catalogues {...of} onClose={() => setIsOpen(false)} />;
}

interface OfCatalogues extends OfPartner {
  onClose: () => void;
}

function Catalogues({ partner, onClose, ...of }: OfCatalogues) {
  const { t } = useTexts();
  const own = useTextsOf(catalogueTexts);
  const query = useCatalogues(partner);
  return (
    <section className="card stack tight from-catalogue" aria-label={own.choose}>
      <Loaded query={query}>
        {(catalogues) =>
          catalogues.length === 0 ? (
            <p role="status">{own.none}</p>
          ) : (
            <Articles catalogues={catalogues} onClose={onClose} {...of} />
          )
        }
      </Loaded>
      {!query.data?.length && (
        <div>
          <Button variant="default" size="xs" onClick={onClose}>
            {t.cancel}
          </Button>
        </div>
      )}
    </section>
  );
}

interface OfArticles extends OfLines {
  catalogues: ReceivedCatalogue[];
  onClose: () => void;
}

/** Returns the numbers of the articles that the order has. */
function numbersIn(lines: readonly Json[]): ReadonlySet<string> {
  const lists = lines.map((line) => (isObject(line) ? line['identifiers'] : undefined));
  const identifiers = lists.flatMap((list) => (isList(list) ? list : []));
  const texts = identifiers.map((one) => (isObject(one) ? one['identifier'] : undefined));
  return new Set(texts.filter((text) => typeof text === 'string'));
}

const isChosen = (typed: string | undefined) => typed !== undefined && typed.trim() !== '';

function Articles({ catalogues, type, present, onAdd, onClose }: OfArticles) {
  const { t, language } = useTexts();
  const own = useTextsOf(catalogueTexts);
  const { content, put } = useContext(Form);
  const full = catalogues.findIndex((one) => !one.hasChangesOnly);
  const [newest, setNewest] = useState(full < 0 ? catalogues.length - 1 : full);
  const [search, setSearch] = useState('');
  const [quantities, setQuantities] = useState<ReadonlyMap<string, string>>(new Map());
  const decimal = language === 'de' ? ',' : '.';
  const articles = useMemo(() => articlesOf(withChanges(catalogues, newest)), [catalogues, newest]);
  const sought = useDeferredValue(search);
  const found = useMemo(() => articlesFound(articles, sought), [articles, sought]);
  const presentNumbers = useMemo(() => numbersIn(present), [present]);

  const ordered = articles.filter(({ key }) => isChosen(quantities.get(key)));
  const chosen = ordered.flatMap((article) => {
    const quantity = quantityIn(quantities.get(article.key) ?? '', decimal);
    return quantity ? [{ article, quantity }] : [];
  });
  const order = orderOf(content, ordered);
  const add = () => {
    const lines = linesOf(chosen, type, present, order);
    const hasPrice = lines.some((line) => line['unitPrice'] !== undefined);
    if (hasPrice && order.currency !== undefined) put(['header', 'currency'], order.currency);
    onAdd(lines);
    onClose();
  };
  return (
    <>
      <div className="fields">
        <TextInput
          type="search"
          label={own.search}
          autoFocus
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <WhichCatalogue of={catalogues} chosen={newest} onChoose={setNewest} />
      </div>
      <ArticleTable
        key={`${newest} ${sought}`}
        articles={found}
        decimal={decimal}
        order={order}
        presentNumbers={presentNumbers}
        quantities={quantities}
        onQuantity={(key, typed) => setQuantities(new Map(quantities).set(key, typed))}
      />
      <div className="row last">
        <Button size="xs" disabled={chosen.length === 0 || chosen.length < ordered.length} onClick={add}>
          {filled(chosen.length === 1 ? t.addOneLine : t.addLines, { count: chosen.length })}
        </Button>
        <Button variant="default" size="xs" onClick={onClose}>
          {t.cancel}
        </Button>
        <span className="dim keys">{own.keys}</span>
      </div>
    </>
  );
}

/** Returns a catalogue with the later ones that change it. */
const withChanges = (catalogues: ReceivedCatalogue[], chosen: number) =>
  catalogues.filter((one, at) => at === chosen || (at < chosen && one.hasChangesOnly));

/** Returns the facts that decide about prices. An order without a currency gets that of its first article. */
function orderOf(content: Json, ordered: Article[]) {
  const date = valueAt(content, 'header.orderDate');
  const day = (typeof date === 'string' ? date : new Date().toISOString()).slice(0, 10);
  const given = valueAt(content, 'header.currency');
  const priced = ordered.find((one) => currencyOf(one) !== undefined && priceOf(one, { day, currency: undefined }));
  const currency = typeof given === 'string' && given !== '' ? given : priced && currencyOf(priced);
  return { day, currency };
}

interface OfChoice {
  of: ReceivedCatalogue[];
  chosen: number;
  onChoose: (at: number) => void;
}

function WhichCatalogue({ of, chosen, onChoose }: OfChoice) {
  const { t, date } = useTexts();
  const own = useTextsOf(catalogueTexts);
  const all = of.map((one, at) => ({ one, at }));
  const full = all.filter(({ one, at }) => !one.hasChangesOnly || at === chosen);
  if (full.length < 2) return null;
  return (
    <NativeSelect
      label={own.catalogue}
      value={String(chosen)}
      data={full.map(({ one, at }) => ({
        value: String(at),
        label: filled(own.of, { name: one.number ?? t.withoutNumber, date: date(one.date?.slice(0, 10) ?? '') }),
      }))}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    />
  );
}
