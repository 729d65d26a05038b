// The fields of a document as a form. The model defines the fields, their order and their forms.
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { createContext, useContext, useState } from 'react';

import { Exact, type Json } from '../document/exact_json';
import {
  definedFields,
  isList,
  isObject,
  model,
  namesOf,
  type JsonObject,
} from '../document/model';
import { usePortions } from '../parts/more';
import { filled, useTexts } from '../texts/texts';
import { keyOf, type Path } from './edits';

/** What the fields of a form share. */
export interface FormContext {
  /** The sentences of the faults, by path. */
  faults: ReadonlyMap<string, string[]>;
  /** All paths on the way to a fault. */
  faulty: ReadonlySet<string>;
  /** Undefined removes the field. */
  put: (path: Path, value: Json | undefined) => void;
}
const Context = createContext<FormContext>({ faults: new Map(), faulty: new Set(), put: () => {} });
export const FormProvider = Context.Provider;

export const idOfField = (path: Path) => `field-${keyOf(path)}`;

const elementsAtATime = 20;
const longText = 80;
const numberForm = /^-?(0|[1-9]\d*)(\.\d+)?$/;

interface OfValue {
  name: string;
  path: Path;
  value: Json | undefined;
  /** The type of the field, or of the element of a list. */
  type: string | undefined;
}

/** The fields that a document has or should have, and a choice of the others. */
export function Fields({ path, of, type }: { path: Path; of: JsonObject; type: string | undefined }) {
  const { t, field } = useTexts();
  const { faulty } = useContext(Context);
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set());
  const isShown = (name: string) =>
    name in of || used.has(name) || faulty.has(keyOf([...path, name]));
  const defined = definedFields(type).map(([name]) => name);
  const names = [...new Set([...defined, ...namesOf(type, of)])].filter(isShown);
  const isGroupHere = (name: string) => isGroup(of[name], fieldType(type, name));
  const inOrder = [
    ...names.filter((name) => !isGroupHere(name)),
    ...names.filter((name) => isGroupHere(name)),
  ];
  const others = defined.filter((name) => !isShown(name));
  return (
    <>
      <div className="fields">
        {inOrder.map((name) => (
          // A field stays after its text is removed.
          <div
            key={name}
            className={isGroupHere(name) ? 'wide' : undefined}
            onFocus={() => {
              if (!used.has(name)) setUsed(new Set([...used, name]));
            }}
          >
            <Field name={name} path={[...path, name]} value={of[name]} type={fieldType(type, name)} />
          </div>
        ))}
      </div>
      {others.length > 0 && (
        <NativeSelect
          className="narrow"
          size="xs"
          aria-label={t.addField}
          value=""
          data={[
            { value: '', label: t.addField },
            ...others.map((value) => ({ value, label: field(value) })),
          ]}
          onChange={(event) => {
            setUsed(new Set([...used, event.currentTarget.value]));
          }}
        />
      )}
    </>
  );
}

/** Returns the type with the mark of a list. */
const fieldType = (type: string | undefined, name: string) =>
  definedFields(type).find(([defined]) => defined === name)?.[1];

const isListType = (type: string | undefined) => type?.endsWith('[]') === true;
const isObjectType = (type: string | undefined) => type !== undefined && type in model.types;
const isGroup = (value: Json | undefined, type: string | undefined) =>
  isList(value) || isObject(value) || isListType(type) || isObjectType(type);

function Field({ name, path, value, type }: OfValue) {
  if (isList(value) || (value === undefined && isListType(type))) {
    return <List name={name} path={path} of={isList(value) ? value : []} type={type?.replace('[]', '')} />;
  }
  if (isObject(value) || (value === undefined && isObjectType(type))) {
    return <Group name={name} path={path} value={value} type={type} />;
  }
  return <Scalar name={name} path={path} value={value} type={type} />;
}

function Group({ name, path, value, type }: OfValue) {
  const { field } = useTexts();
  return (
    <fieldset className="group stack tight">
      <legend>{field(name)}</legend>
      <FaultsAt path={path} />
      <Fields path={path} of={isObject(value) ? value : {}} type={type} />
    </fieldset>
  );
}

function FaultsAt({ path }: { path: Path }) {
  const { faults } = useContext(Context);
  const messages = faults.get(keyOf(path));
  if (!messages) return null;
  return (
    <div id={idOfField(path)} className="fault" tabIndex={-1}>
      {messages.map((message, at) => (
        <p key={at}>{message}</p>
      ))}
    </div>
  );
}

function List({ name, path, of, type }: Omit<OfValue, 'value'> & { of: Json[] }) {
  const { t, field, element } = useTexts();
  const { faulty, put } = useContext(Context);
  const { shown, more } = usePortions(of, elementsAtATime);
  const hidden = of.map((_one, at) => at).slice(shown.length);
  const places = [...shown.keys(), ...hidden.filter((at) => faulty.has(keyOf([...path, String(at)])))];
  const one = element(name);
  return (
    <fieldset className="group stack tight">
      <legend>{field(name)}</legend>
      <FaultsAt path={path} />
      {places.map((at) => (
        <Element key={at} name={`${one} ${at + 1}`} path={[...path, String(at)]} value={of[at]} type={type} />
      ))}
      {more}
      <div>
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            put([...path, String(of.length)], isObjectType(type) ? {} : '');
          }}
        >
          {filled(t.addElement, { name: one })}
        </Button>
      </div>
    </fieldset>
  );
}

// An element is open if it has a fault, or if the user opened it.
function Element({ name, path, value, type }: OfValue) {
  const { t } = useTexts();
  const { faulty, put } = useContext(Context);
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? (faulty.has(keyOf(path)) || isEmpty(value));
  return (
    <details
      className="element"
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open !== isOpen) setChosen(event.currentTarget.open);
      }}
    >
      <summary>
        {name} <span className="dim any">{about(value)}</span>
      </summary>
      {isOpen && (
        <div className="stack tight">
          {isObject(value) ? (
            <>
              <FaultsAt path={path} />
              <Fields path={path} of={value} type={type} />
            </>
          ) : (
            <Field name={name} path={path} value={value} type={type} />
          )}
          <div>
            <Button
              variant="default"
              size="xs"
              onClick={() => {
                put(path, undefined);
              }}
            >
              {filled(t.removeElement, { name })}
            </Button>
          </div>
        </div>
      )}
    </details>
  );
}

const isEmpty = (value: Json | undefined) => isObject(value) && Object.keys(value).length === 0;

const namesOfElements = ['description', 'name', 'identifier', 'text', 'type'];

/** Returns the words that distinguish an element from others. */
function about(value: Json | undefined): string {
  if (!isObject(value)) return '';
  const found = namesOfElements.map((name) => value[name]).find((one) => typeof one === 'string');
  if (typeof found === 'string') return found;
  const [first] = isList(value['identifiers']) ? value['identifiers'] : [];
  return isObject(first) && typeof first['identifier'] === 'string' ? first['identifier'] : '';
}

/** Returns the value that the user typed. A number that is not one stays a text, which is a fault. */
function typed(text: string, type: string | undefined): Json | undefined {
  if (text === '') return undefined;
  const isNumber = type === 'number' || type === 'integer';
  return isNumber && numberForm.test(text) ? new Exact(text) : text;
}

const shownText = (value: Json | undefined) => {
  if (value instanceof Exact) return value.digits;
  return typeof value === 'string' ? value : '';
};

function Scalar({ name, path, value, type }: OfValue) {
  const { field } = useTexts();
  const { faults, put } = useContext(Context);
  const messages = faults.get(keyOf(path));
  const common = {
    id: idOfField(path),
    label: field(name),
    error: messages && <span>{messages.join(' ')}</span>,
  };
  const choices = choicesOf(value, type);
  if (choices) return <Choice {...common} choices={choices} value={value} onChoose={(one) => { put(path, one); }} />;
  const numeric = value instanceof Exact ? 'number' : type;
  const shown = {
    ...common,
    value: shownText(value),
    onChange: (event: { currentTarget: { value: string } }) => {
      put(path, typed(event.currentTarget.value, numeric));
    },
    // Changes "7" to 7 where a number is expected.
    onBlur: () => {
      if (typeof value === 'string' && typed(value, numeric) !== value) put(path, typed(value, numeric));
    },
  };
  const text = shownText(value);
  if (text.length > longText || text.includes('\n')) return <Textarea {...shown} autosize />;
  return <TextInput {...shown} placeholder={type === 'date' ? 'YYYY-MM-DD' : undefined} />;
}

function choicesOf(value: Json | undefined, type: string | undefined): string[] | undefined {
  if (type === 'boolean' || typeof value === 'boolean') return ['true', 'false'];
  return type === undefined ? undefined : model.enums[type];
}

interface OfChoice {
  id: string;
  label: string;
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

