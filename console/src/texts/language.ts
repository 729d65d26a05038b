// The language of the console. Requests ask for sentences in the same language.
export type Language = 'en' | 'de';

const key = 'tradepost_language';

function preferred(): Language {
  const kept = localStorage.getItem(key);
  if (kept === 'en' || kept === 'de') return kept;
  return navigator.language.startsWith('de') ? 'de' : 'en';
}

let chosen = preferred();

export const chosenLanguage = (): Language => chosen;

export function keepLanguage(language: Language) {
  chosen = language;
  localStorage.setItem(key, language);
}
