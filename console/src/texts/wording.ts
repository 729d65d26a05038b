import germanNames from 'virtual:german_fields';

import { Exact } from '../document/exact_json';
import { english, type Texts } from './english';
import { german } from './german';
import type { Language } from './language';

export const languages: Record<Language, Texts> = { en: english, de: german };

/** The texts of a language, and the formats of the browser for dates and numbers. */
export interface Wording {
  language: Language;
  choose: (language: Language) => void;
  t: Texts;
  /** Formats a date without a time, which is the same day in every time zone. */
  date: (text: string) => string;
  moment: (text: string) => string;
  /** Returns the age in the largest unit that it reaches, with or without seconds. */
  ago: (text: string, hasSeconds?: boolean) => string;
  /** Includes the date and seconds. */
  precise: (text: string) => string;
  /** Includes seconds. */
  clock: (at: number) => string;
  number: (value: Exact | number) => string;
  /**
   * Returns a short and a full name of a column in a chart. Days and months are in UTC. The short name
   * of midnight is the day.
   */
  time: (at: number, step: 'hour' | 'day' | 'month') => { label: string; name: string };
  field: (name: string) => string;
  /** Returns the name of an element of a list. */
  element: (name: string) => string;
}

/** Changes a field name to words: orderDate is Order date. */
function words(name: string): string {
  const apart = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return apart.charAt(0).toUpperCase() + apart.slice(1);
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

// Browsers round a number with more decimal places.
const placesMax = 20;

interface Chosen {
  language: Language;
  /** A language, possibly with a region. */
  locale: string;
  choose: (language: Language) => void;
}

export function wordingIn({ language, locale, choose }: Chosen): Wording {
  const t = languages[language];
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const ages = new Intl.RelativeTimeFormat(locale, { style: 'short' });
  const presents = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const hours = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const localDays = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const months = new Intl.DateTimeFormat(locale, {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: placesMax });

  // Browsers read the 30th of February as the 2nd of March.
  const isOnCalendar = (day: string) => {
    const time = Date.parse(`${day}T00:00:00Z`);
    return Number.isNaN(time) || new Date(time).toISOString().startsWith(day);
  };
  const formatted = (text: string, format: Intl.DateTimeFormat) => {
    const time = Date.parse(text);
    return Number.isNaN(time) || !isOnCalendar(text.slice(0, 10)) ? text : format.format(time);
  };
  const date = (text: string) => formatted(text, dates);
  const moment = (text: string) => (text.length > 10 ? formatted(text, moments) : date(text));
  const precises = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' });
  const precise = (text: string) => formatted(text, precises);
  const clocks = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });
  const clock = (at: number) => clocks.format(at);
  const ago = (text: string, hasSeconds = false) => {
    const seconds = (Date.parse(text) - Date.now()) / 1_000;
    const least: (typeof steps)[number] = hasSeconds ? ['second', 1] : ['minute', 60];
    const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? least;
    const count = Math.trunc(seconds / size);
    return count === 0 ? presents.format(0, unit) : ages.format(count, unit);
  };
  const number = (value: Exact | number) => {
    if (typeof value === 'number') return numbers.format(value);
    // Browsers format a decimal text with all its digits. Older ones convert it to a double.
    const isPlain = /^-?\d+(\.\d+)?$/.test(value.digits);
    const places = value.digits.split('.')[1]?.length ?? 0;
    if (!isPlain || places > placesMax) return value.digits;
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: places });
    return format.format(value.digits as unknown as number);
  };
  const time = (at: number, step: 'hour' | 'day' | 'month') => {
    if (step === 'hour') {
      const isMidnight = new Date(at).getHours() === 0;
      return { label: (isMidnight ? localDays : hours).format(at), name: moments.format(at) };
    }
    const label = step === 'day' ? days.format(at) : months.format(at);
    return { label, name: step === 'day' ? dates.format(at) : label };
  };
  const names: typeof germanNames = language === 'de' ? germanNames : { fields: {}, elements: {} };
  const field = (name: string) => t.fields[name] ?? names.fields[name] ?? words(name);
  const element = (name: string) => names.elements[name] ?? field(name);
  return { language, choose, t, date, moment, ago, precise, clock, number, time, field, element };
}
