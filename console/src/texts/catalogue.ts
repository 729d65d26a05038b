// The texts of the articles that become lines of an order.
const english = {
  choose: 'Choose from the catalogue',
  none: 'This partner has sent no catalogue.',
  search: 'Name, GTIN or article number',
  catalogue: 'Catalogue',
  of: '{name} of {date}',
  lines: 'Articles',
  article: 'Article',
  unit: 'Unit',
  price: 'Price',
  vat: 'Tax',
  quantity: 'Quantity',
  quantityOf: 'Quantity of {name}',
  atLeast: 'at least {count}',
  isPresent: 'in the order',
  noPrice: 'not for this day or currency',
  notANumber: 'Enter a number above 0, such as 2 or 2.5.',
  found: '{count} articles',
  foundOne: '1 article',
  shown: '{from}–{until} of {count}',
  before: 'Previous',
  after: 'Next',
  keys: 'Enter and the arrow keys lead from quantity to quantity.',
};

type CatalogueTexts = typeof english;

const german: CatalogueTexts = {
  choose: 'Aus dem Katalog wählen',
  none: 'Dieser Partner hat keinen Katalog gesendet.',
  search: 'Name, GTIN oder Artikelnummer',
  catalogue: 'Katalog',
  of: '{name} vom {date}',
  lines: 'Artikel',
  article: 'Artikel',
  unit: 'Einheit',
  price: 'Preis',
  vat: 'Steuer',
  quantity: 'Menge',
  quantityOf: 'Menge von {name}',
  atLeast: 'mindestens {count}',
  isPresent: 'in der Bestellung',
  noPrice: 'nicht für diesen Tag oder diese Währung',
  notANumber: 'Geben Sie eine Zahl über 0 ein, zum Beispiel 2 oder 2,5.',
  found: '{count} Artikel',
  foundOne: '1 Artikel',
  shown: '{from}–{until} von {count}',
  before: 'Zurück',
  after: 'Weiter',
  keys: 'Enter und die Pfeiltasten führen von Menge zu Menge.',
};

export const catalogueTexts = { en: english, de: german };
