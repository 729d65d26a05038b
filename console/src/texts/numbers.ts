// The texts of the page of number ranges.
const english = {
  lead: 'The exchange numbers the documents that your people write here. Each number is given once.',
  none: 'You have no number ranges. People enter the numbers of their documents themselves.',
  kind: 'Document',
  nextNumber: 'Next number',
  add: 'Add a number range',
  change: 'Change',
  changeOf: 'Change the number range: {kind}',
  remove: 'Remove',
  removeOf: 'Remove the number range: {kind}',
  removeHelp:
    'People then enter the numbers themselves. A new range with the same prefix begins at {number} or later.',
  prefix: 'Prefix',
  prefixHelp: 'Up to 20 characters, without a digit at the end, such as INV-2026-. It can be empty.',
  next: 'Next number',
  nextHelp: 'A number that was given before is refused.',
  width: 'Least number of digits',
  widthHelp: 'Zeros precede a shorter number.',
  preview: 'Next document: {number}',
  noPreview: 'Enter whole numbers to see the next one.',
  gaps: 'A number that was taken for a document that was not sent stays unused.',
  save: 'Save',
};

type NumberTexts = typeof english;

const german: NumberTexts = {
  lead: 'Die Plattform nummeriert die Belege, die Sie hier schreiben. Jede Nummer wird einmal vergeben.',
  none: 'Sie haben keine Nummernkreise. Die Nummern der Belege werden von Hand eingetragen.',
  kind: 'Beleg',
  nextNumber: 'Nächste Nummer',
  add: 'Nummernkreis hinzufügen',
  change: 'Ändern',
  changeOf: 'Nummernkreis ändern: {kind}',
  remove: 'Entfernen',
  removeOf: 'Nummernkreis entfernen: {kind}',
  removeHelp:
    'Die Nummern werden dann von Hand eingetragen. Mit demselben Präfix geht es frühestens bei {number} weiter.',
  prefix: 'Präfix',
  prefixHelp: 'Bis zu 20 Zeichen, am Ende keine Ziffer, etwa RE-2026-. Es kann leer sein.',
  next: 'Nächste Nummer',
  nextHelp: 'Eine bereits vergebene Nummer wird abgelehnt.',
  width: 'Mindestzahl der Ziffern',
  widthHelp: 'Kürzere Nummern werden vorn mit Nullen aufgefüllt.',
  preview: 'Nächster Beleg: {number}',
  noPreview: 'Geben Sie ganze Zahlen ein, um die nächste Nummer zu sehen.',
  gaps: 'Eine Nummer, die für einen nicht gesendeten Beleg vergeben wurde, bleibt ungenutzt.',
  save: 'Speichern',
};

export const numberTexts = { en: english, de: german };
