// A field of a form with a text, a number or a choice.
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useContext, useState } from 'react';

import { Exact, type Json } from '../document/exact_json';
import { model } from '../document/model';
import { useTexts } from '../texts/texts';
import { keyOf, type Path } from './edits';
import { Form, idOfField } from './form_context';

const longText = 80;
const numberForm = /^-?(0|[1-9]\d*)(\.\d+)?$/;

export interface OfValue {
  name: string;
  path: Path;
  value: Json | undefined;
  /** The type of the field, or of the element of a list. */
  type: string | undefined;
  /** An element stays in its list without a text. */
  isElement?: boolean;
}

/** Returns the value that the user typed. A number that is not one stays a text, which is a fault. */
function typed(text: string, isNumber: boolean): Json {
  return isNumber && numberForm.test(text) ? new Exact(text) : text;
}

const shownText = (value: Json | undefined) => {
  if (value instanceof Exact) return value.digits;
  return typeof value === 'string' ? value : '';
};

export function Scalar({ name, path, value, type, isElement }: OfValue) {
  const { field } = useTexts();
  const { faults, hint, put } = useContext(Form);
  const text = shownText(value);
  // The form of a field does not change while the user types.
  const [isLong] = useState(text.length > longText || text.includes('\n'));
  const [isNumber] = useState(
    type === undefined ? value instanceof Exact : type === 'number' || type === 'integer',
  );
  const messages = faults.get(keyOf(path));
  const common = {
    // An element of a list has its own place.
    id: isElement ? `${idOfField(path)}-text` : idOfField(path),
    label: field(name),
    description: hint?.key === keyOf(path) ? hint.text : undefined,
    error: messages && <span>{messages.join(' ')}</span>,
  };
  const choices = choicesOf(value, type);
  if (choices) return <Choice {...common} choices={choices} value={value} onChoose={(one) => { put(path, one); }} />;
  const write = (written: string) => {
    put(path, written === '' && !isElement ? undefined : typed(written, isNumber));
  };
  const shown = {
    ...common,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => {
      write(event.currentTarget.value);
    },
    // Changes "7" to 7 where a number is expected, and 7 to "7" where a text is.
    onBlur: () => {
      if (text !== '' && (value instanceof Exact) !== (typed(text, isNumber) instanceof Exact)) write(text);
    },
  };
  if (isLong) return <Textarea {...shown} autosize />;
  return <TextInput {...shown} placeholder={type === 'date' ? 'YYYY-MM-DD' : undefined} />;
}

function choicesOf(value: Json | undefined, type: string | undefined): string[] | undefined {
  if (type === 'boolean' || typeof value === 'boolean') return ['true', 'false'];
  return type === undefined ? undefined : model.enums[type];
}

interface OfChoice {
  id: string;
  label: string;
  description: string | undefined;
  error: React.ReactNode;
  choices: string[];
  value: Json | undefined;
  onChoose: (value: Json | undefined) => void;
}

function Choice({ choices, value, onChoose, ...common }: OfChoice) {
  const { t } = useTexts();
  const isBoolean = choices[0] === 'true';
  const present = typeof value === 'boolean' ? String(value) : shownText(value);
  const words: Record<string, string> = isBoolean ? { true: t.yes, false: t.no } : {};
  const all = present === '' || choices.includes(present) ? choices : [present, ...choices];
  return (
    <NativeSelect
      {...common}
      value={present}
      data={[{ value: '', label: '' }, ...all.map((one) => ({ value: one, label: words[one] ?? one }))]}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        if (chosen === '') onChoose(undefined);
        else onChoose(isBoolean ? chosen === 'true' : chosen);
      }}
    />
  );
}

