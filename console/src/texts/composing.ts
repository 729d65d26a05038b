// The texts of the page that begins a document.
export const composingTexts = {
  en: { begin: 'Begin', forPartner: 'For {name}. Complete it and send it.' },
  de: { begin: 'Beginnen', forPartner: 'Für {name}. Ergänzen und senden Sie ihn.' },
};
