// The filters of a list. Each change applies at once, and is in the address.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type MouseEvent } from 'react';

import { isReversed } from '../search';
import { useTexts } from '../texts/texts';
import { PartnerFilter, PartnerName } from './partner_field';
import { searchKey } from './row_keys';

export interface Filter<Name extends string = string> {
  name: Name;
  label: string;
  is?: 'text' | 'day' | 'partner';
  /** The choices of a filter with a fixed list, and their names. */
  words?: readonly string[];
  names?: Record<string, string>;
  /** The key for the search focuses this filter. */
  isSearch?: boolean;
}

type Values = Record<string, string | undefined>;

interface OfForm {
  filters: Filter[];
  values: Values;
  onChange: (changed: Values) => void;
}

export function FilterForm({ filters, values, onChange }: OfForm) {
  const { t, date } = useTexts();
  const form = useRef<HTMLFormElement>(null);
  const [removals, setRemovals] = useState(0);
  const active = filters.filter(({ name }) => values[name] !== undefined);
  const shown = ({ is, names }: Filter, value: string) => {
    if (is === 'partner') return <PartnerName id={value} />;
    return is === 'day' ? date(value) : (names?.[value] ?? value);
  };
  const remove = (removed: Filter[]) => (event: MouseEvent) => {
    setRemovals(removals + 1);
    onChange(Object.fromEntries(removed.map(({ name }) => [name, undefined])));
    // The button disappears. A click of the keyboard has the count 0.
    const field = form.current?.querySelector<HTMLElement>(`[name="${removed[0]?.name}"]`);
    if (event.detail === 0) field?.focus();
  };
  return (
    <form
      ref={form}
      className="card stack tight no-print"
      aria-label={t.filters}
      onSubmit={(event) => { event.preventDefault(); }}
    >
      <div className="filters">
        {filters.map((filter) => (
          <Field key={filter.name} of={filter} values={values} removals={removals} onChange={onChange} />
        ))}
      </div>
      {active.length > 0 && (
        <div className="row">
          <ul className="chips" aria-label={t.activeFilters}>
            {active.map((filter) => (
              <li key={filter.name}>
                <button type="button" className="chip" title={t.removeFilter} onClick={remove([filter])}>
                  <span className="dim">{filter.label}</span> {shown(filter, values[filter.name] ?? '')}
                  <span aria-hidden>×</span>
                </button>
              </li>
            ))}
          </ul>
          <Button variant="subtle" size="compact-sm" onClick={remove(active)}>
            {t.clear}
          </Button>
        </div>
      )}
    </form>
  );
}

interface OfField {
  of: Filter;
  values: Values;
  /** A removal also empties a field whose text is not a filter. */
  removals: number;
  onChange: (changed: Values) => void;
}

function Field({ of, values, removals, onChange }: OfField) {
  const { t } = useTexts();
  const { name, label, is, words, names } = of;
  const value = values[name];
  const set = (chosen: string | undefined) => onChange({ [name]: chosen });
  if (is === 'partner') {
    return <PartnerFilter {...{ name, removals }} isSearch={of.isSearch} id={value} onChange={set} />;
  }
  if (words === undefined) {
    const error = name === 'until' && isReversed(values) && t.untilBeforeFrom;
    return <Typed {...{ of, removals, error }} value={value ?? ''} onChange={set} />;
  }
  return (
    <NativeSelect
      size="xs"
      name={name}
      label={label}
      value={value ?? ''}
      data={[{ value: '', label: t.all }, ...words.map((word) => ({ value: word, label: names?.[word] ?? word }))]}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

// While a user types a year, the browser gives the years 2, 20 and 202.
const firstDay = '1900-01-01';

interface OfTyped {
  of: Filter;
  removals: number;
  value: string;
  error: string | false;
  onChange: (text: string) => void;
}

/** Applies a text when the user leaves the field or presses Enter, and a whole day at once. */
function Typed({ of, removals, value, error, onChange }: OfTyped) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value, removals]);
  const isDay = of.is === 'day';
  const apply = (text: string) => {
    if (text.trim() !== value) onChange(text.trim());
  };
  return (
    <TextInput
      size="xs"
      type={isDay ? 'date' : 'text'}
      className={isDay ? '' : 'broad'}
      name={of.name}
      label={of.label}
      maxLength={255}
      error={error}
      value={typed}
      {...(of.isSearch && searchKey)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (isDay && currentTarget.value >= firstDay) apply(currentTarget.value);
      }}
      onBlur={() => apply(typed)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply(typed);
      }}
    />
  );
}
