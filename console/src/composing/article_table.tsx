// The articles of a catalogue with a field for the quantity of each.
import { Button, TextInput } from '@mantine/core';
import { useState, type KeyboardEvent } from 'react';

import { Exact } from '../document/exact_json';
import { catalogueTexts } from '../texts/catalogue';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { currencyOf, priceOf, quantityIn, type Article } from './catalogue';

const articlesOfPage = 25;

interface Shared {
  decimal: ',' | '.';
  order: Parameters<typeof priceOf>[1];
  /** The numbers of the articles that the order has. */
  presentNumbers: ReadonlySet<string>;
  /** The typed quantities by the keys of their articles. */
  quantities: ReadonlyMap<string, string>;
  onQuantity: (key: string, typed: string) => void;
}

interface OfTable extends Shared {
  articles: readonly Article[];
}

/** Leads from quantity to quantity as in a spreadsheet. */
function onKey(event: KeyboardEvent<HTMLElement>) {
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const fields = [...event.currentTarget.querySelectorAll('input')];
  const next = fields[fields.indexOf(event.target as HTMLInputElement) + step];
  event.preventDefault();
  next?.focus();
  next?.select();
}

export function ArticleTable({ articles, ...shared }: OfTable) {
  const { number } = useTexts();
  const own = useTextsOf(catalogueTexts);
  const [first, setFirst] = useState(0);
  const shown = articles.slice(first, first + articlesOfPage);
  const count = number(articles.length);
  const isPaged = articles.length > articlesOfPage;
  const heads = [own.article, own.unit, own.price, own.vat, own.quantity];
  return (
    <>
      {shown.length > 0 && (
        <table className="list folds articles" aria-label={own.lines} onKeyDown={onKey}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" className={[own.price, own.vat].includes(head) ? 'numbers' : undefined}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((article) => (
              <Row key={article.key} article={article} {...shared} />
            ))}
          </tbody>
        </table>
      )}
      <div className="row">
        <span className="dim" role="status">
          {!isPaged && (articles.length === 1 ? own.foundOne : filled(own.found, { count }))}
          {isPaged &&
            filled(own.shown, { from: number(first + 1), until: number(first + shown.length), count })}
        </span>
        {isPaged && (
          <>
            <Button
              variant="default"
              size="xs"
              disabled={first === 0}
              onClick={() => setFirst(first - articlesOfPage)}
            >
              {own.before}
            </Button>
            <Button
              variant="default"
              size="xs"
              disabled={first + articlesOfPage >= articles.length}
              onClick={() => setFirst(first + articlesOfPage)}
            >
              {own.after}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function Row({ article, decimal, order, presentNumbers, quantities, onQuantity }: Shared & { article: Article }) {
  const { number } = useTexts();
  const own = useTextsOf(catalogueTexts);
  const { key, name, item } = article;
  const typed = quantities.get(key) ?? '';
  const numbers = [article.gtin, article.partnerNumber, article.ownNumber].filter((one) => one !== undefined);
  const isPresent = numbers.some((one) => presentNumbers.has(one));
  const isWrong = typed.trim() !== '' && quantityIn(typed, decimal) === undefined;
  const least = item['minimumOrderQuantity'];
  const percentage = item['taxPercentage'];
  const unit = item['unitOfMeasure'];
  return (
    <tr>
      <td data-name={own.article} className="article">
        <span className="stacked">
          <span className="any">{name}</span>
          <span className="dim small">
            {numbers.join(' · ')}
            {isPresent && ` · ${own.isPresent}`}
          </span>
        </span>
      </td>
      <td data-name={own.unit}>{typeof unit === 'string' ? unit : ''}</td>
      <td data-name={own.price} className="numbers">
        <Price article={article} order={order} />
      </td>
      <td data-name={own.vat} className="numbers">
        {percentage instanceof Exact ? `${number(percentage)} %` : ''}
      </td>
      <td data-name={own.quantity}>
        <TextInput
          size="xs"
          className="quantity"
          inputMode="decimal"
          autoComplete="off"
          aria-label={filled(own.quantityOf, { name })}
          value={typed}
          error={isWrong && own.notANumber}
          placeholder={least instanceof Exact ? filled(own.atLeast, { count: number(least) }) : undefined}
          onChange={(event) => onQuantity(key, event.currentTarget.value)}
        />
      </td>
    </tr>
  );
}

/** A price that the order does not repeat is struck through. */
function Price({ article, order }: Pick<Shared, 'order'> & { article: Article }) {
  const { number } = useTexts();
  const own = useTextsOf(catalogueTexts);
  const { unitPrice, pricingUnitQuantity, pricingUnitOfMeasure } = article.item;
  if (!(unitPrice instanceof Exact)) return null;
  const per = [
    pricingUnitQuantity instanceof Exact && pricingUnitQuantity.digits !== '1' && number(pricingUnitQuantity),
    typeof pricingUnitOfMeasure === 'string' && pricingUnitOfMeasure,
  ].filter((one) => one !== false);
  const unit = per.length > 0 && `/ ${per.join(' ')}`;
  const text = [number(unitPrice), currencyOf(article), unit].filter(Boolean).join(' ');
  if (priceOf(article, order)) return text;
  return (
    <span className="stacked end">
      <s>{text}</s>
      <span className="dim small">{own.noPrice}</span>
    </span>
  );
}
