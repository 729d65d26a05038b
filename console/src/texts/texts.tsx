import { createContext, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';

import { queries } from '../queries';
import { chosenLanguage, keepLanguage, type Language } from './language';
import { wordingIn, type Wording } from './wording';

// Returns the browser's own locale if it belongs to the shown language.
function localeFor(language: Language): string {
  return navigator.languages.find((one) => one.startsWith(language)) ?? language;
}

const Context = createContext<Wording | undefined>(undefined);

export function TextsProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(chosenLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const wording = useMemo(
    () =>
      wordingIn({
        language,
        locale: localeFor(language),
        choose: (chosen) => {
          keepLanguage(chosen);
          setLanguage(chosen);
          // Answers contain sentences in the old language.
          void queries.invalidateQueries();
        },
      }),
    [language],
  );
  return <Context value={wording}>{children}</Context>;
}

export function useTexts(): Wording {
  const wording = useContext(Context);
  if (!wording) throw new Error('outside of TextsProvider');
  return wording;
}

/** Returns the texts of one page, which are loaded with it. */
export const useTextsOf = <Own,>(texts: Record<Language, Own>): Own => texts[useTexts().language];

/** Fills placeholders in texts such as: Signed in as {name}. */
export function filled(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
