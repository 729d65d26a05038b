// The fields of a document as a form. The model defines the fields, their order and their forms.
import { Button, NativeSelect } from '@mantine/core';
import { useContext, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';

import type { Json } from '../document/exact_json';
import {
  addedByExchange,
  declaredType,
  definedNames,
  isList,
  isObject,
  model,
  type JsonObject,
} from '../document/model';
import { usePortions } from '../parts/more';
import { removedLineTexts } from '../texts/removed_lines';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { keyOf, type Path } from './edits';
import { useElementIds } from './element_ids';
import { Form, idOfField, type Target } from './form_context';
import { PasteLines } from './paste_lines';
import { isRemoved, seenLine, withLine, withoutLine } from './removed_lines';
import { Scalar, type OfValue } from './scalar';

const elementsAtATime = 20;

/** The fields that a document has, and those with a fault; and a choice of the others. */
export function Fields({ path, of, type }: { path: Path; of: JsonObject; type: string | undefined }) {
  const { faulty } = useContext(Form);
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set());
  const isShown = (name: string) =>
    name in of || used.has(name) || faulty.has(keyOf([...path, name]));
  const defined = definedNames(type).filter((name) => name in of || !addedByExchange.includes(name));
  const names = [...new Set([...defined, ...Object.keys(of)])].filter(isShown);
  const isGroupHere = (name: string) => isGroup(of[name], declaredType(type, name));
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
            <Field name={name} path={[...path, name]} value={of[name]} type={declaredType(type, name)} />
          </div>
        ))}
      </div>
      {others.length > 0 && (
        <AddField
          of={others}
          onAdd={(name) => {
            flushSync(() => {
              setUsed(new Set([...used, name]));
            });
            document.getElementById(idOfField([...path, name]))?.focus();
          }}
        />
      )}
    </>
  );
}

function AddField({ of, onAdd }: { of: string[]; onAdd: (name: string) => void }) {
  const { t, field } = useTexts();
  const [chosen, setChosen] = useState('');
  const name = of.includes(chosen) ? chosen : (of[0] ?? '');
  return (
    <div className="row">
      <NativeSelect
        size="xs"
        aria-label={t.fieldName}
        value={name}
        data={of.map((value) => ({ value, label: field(value) }))}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
        }}
      />
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          onAdd(name);
        }}
      >
        {t.addField}
      </Button>
    </div>
  );
}

const isListType = (type: string | undefined) => type?.endsWith('[]') === true;
const isObjectType = (type: string | undefined) => type !== undefined && type in model.types;
const isGroup = (value: Json | undefined, type: string | undefined) =>
  isList(value) || isObject(value) || isListType(type) || isObjectType(type);

function Field({ name, path, value: given, type, isElement }: OfValue) {
  // A field that is null counts as absent.
  const value = given ?? undefined;
  if (isList(value) || (value === undefined && isListType(type))) {
    return <List name={name} path={path} of={isList(value) ? value : []} type={type?.replace('[]', '')} />;
  }
  if (isObject(value) || (value === undefined && isObjectType(type))) {
    return <Group name={name} path={path} value={value} type={type} />;
  }
  return <Scalar name={name} path={path} value={value} type={type} isElement={isElement === true} />;
}

interface OfFrame {
  name: string;
  path: Path;
  children: ReactNode;
}

/** The frame of a group or a list, with the faults of the whole. */
function Frame({ name, path, children }: OfFrame) {
  const { field } = useTexts();
  return (
    <fieldset className="group stack tight">
      <legend id={idOfField(path)} tabIndex={-1}>
        {field(name)}
      </legend>
      <FaultsAt path={path} />
      {children}
    </fieldset>
  );
}

function Group({ name, path, value, type }: OfValue) {
  const { field } = useTexts();
  return (
    <Frame name={name} path={path}>
      <Fields path={path} of={isObject(value) ? value : {}} type={type} />
      {isObject(value) && Object.keys(value).length === 0 && <Remove name={field(name)} path={path} />}
    </Frame>
  );
}

function Remove({ name, path }: { name: string; path: Path }) {
  const { t } = useTexts();
  const { put } = useContext(Form);
  return (
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
  );
}

export function FaultsAt({ path }: { path: Path }) {
  const { faults } = useContext(Form);
  const messages = faults.get(keyOf(path));
  return messages?.map((message, at) => (
    <p key={at} className="fault">
      {message}
    </p>
  ));
}

function List({ name, path, of, type }: Omit<OfValue, 'value'> & { of: Json[] }) {
  const { t, field, element } = useTexts();
  const { faulty, lineSource: LineSource, put } = useContext(Form);
  const elements = useElementIds(of.length);
  const { shown, more } = usePortions(of, elementsAtATime);
  const isShown = (at: number) =>
    at < shown.length ||
    elements.used.has(elements.ids[at] ?? -1) ||
    faulty.has(keyOf([...path, String(at)]));
  const one = element(name);
  const ofLines = type !== undefined &&
    definedNames(type).includes('lineNumber') && {
      type,
      present: of,
      onAdd: (lines: JsonObject[]) => {
        elements.add(lines.length);
        put(path, [...of, ...lines]);
      },
    };
  return (
    <Frame name={name} path={path}>
      {of.map((value, at) => {
        const id = elements.ids[at];
        return (
          isShown(at) && (
            <Element
              key={id}
              name={`${one} ${at + 1}`}
              path={[...path, String(at)]}
              value={value}
              type={type}
              isUsed={elements.used.has(id ?? -1)}
              onUse={() => {
                elements.use(id);
              }}
              onRemove={() => {
                elements.remove(at);
                put([...path, String(at)], undefined);
              }}
            />
          )
        );
      })}
      {more}
      <div className="row">
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            elements.use(elements.add(1));
            put([...path, String(of.length)], isObjectType(type) ? {} : '');
          }}
        >
          {filled(t.addElement, { name: one })}
        </Button>
        {of.length === 0 && <Remove name={field(name)} path={path} />}
        {ofLines && <PasteLines {...ofLines} />}
        {ofLines && LineSource && <LineSource {...ofLines} />}
      </div>
    </Frame>
  );
}

interface OfElement extends OfValue {
  isUsed: boolean;
  onUse: () => void;
  onRemove: () => void;
}

interface Toggled {
  isOpen: boolean;
  /** The choice of a fault that was the last one then. */
  target: Target | undefined;
}

// An element is open if it has a fault, if the user worked in it, or if the user opened it.
function Element({ name, path, value, type, isUsed, onUse, onRemove }: OfElement) {
  const { faulty, target } = useContext(Form);
  const [toggled, setToggled] = useState<Toggled>();
  const { isGone, buttons } = useRemoval({ path, value, type, onRemove });
  const isOnTheWay = target !== undefined && path.every((step, at) => step === target.path[at]);
  const isOpen =
    isOnTheWay && toggled?.target !== target
      ? true
      : (toggled?.isOpen ?? (isUsed || faulty.has(keyOf(path))));
  return (
    <div className="element">
      <details
        open={isOpen}
        onToggle={(event) => {
          const is = event.currentTarget.open;
          if (is !== isOpen) setToggled({ isOpen: is, target });
        }}
      >
        <summary id={idOfField(path)}>
          <NameOfElement name={name} value={value} isGone={isGone} />
        </summary>
        {isOpen && (
          <div className="stack tight" onFocus={onUse}>
            {isObject(value) ? (
              <>
                <FaultsAt path={path} />
                <Fields path={path} of={value} type={type} />
              </>
            ) : (
              <Field name={name} path={path} value={value} type={type} isElement />
            )}
          </div>
        )}
      </details>
      {(isOpen || isGone) && (
        <div className="row">
          {buttons.map(({ text, act }, at) => (
            <Button key={at} variant="default" size="xs" onClick={act}>
              {filled(text, { name })}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

interface OfElementName {
  name: string;
  value: Json | undefined;
  isGone: boolean;
}

function NameOfElement({ name, value, isGone }: OfElementName) {
  const own = useTextsOf(removedLineTexts);
  if (!isGone) {
    return (
      <>
        {name} <span className="dim any">{about(value)}</span>
      </>
    );
  }
  return (
    <>
      <s className="any">
        {name} {about(value)}
      </s>{' '}
      <span className="dim">{own.removed}</span>
    </>
  );
}

/** Returns the buttons of an element. A line that the other side has seen stays with the quantity 0. */
function useRemoval({ path, value, type, onRemove }: Pick<OfElement, 'path' | 'value' | 'type' | 'onRemove'>) {
  const { t } = useTexts();
  const own = useTextsOf(removedLineTexts);
  const { content, seen, put } = useContext(Form);
  const line = seenLine(seen, type, value);
  if (line === undefined || type === undefined) {
    return { isGone: false, buttons: [{ text: t.removeElement, act: onRemove }] };
  }
  const of = { content, path, type, seen: line };
  const isGone = isRemoved(type, value);
  if (!isGone) {
    return { isGone, buttons: [{ text: t.removeElement, act: () => put([], withoutLine(of)) }] };
  }
  const restore = { text: own.restore, act: () => put([], withLine(of)) };
  const leaveOut = { text: own.leaveOut, act: onRemove };
  return { isGone, buttons: isRemoved(type, line) ? [leaveOut] : [restore, leaveOut] };
}

const namesOfElements = ['description', 'name', 'identifier', 'text', 'type'];

/** Returns the words that distinguish an element from others. */
function about(value: Json | undefined): string {
  if (!isObject(value)) return '';
  const found = namesOfElements.map((name) => value[name]).find((one) => typeof one === 'string');
  if (typeof found === 'string') return found;
  const [first] = isList(value['identifiers']) ? value['identifiers'] : [];
  return isObject(first) && typeof first['identifier'] === 'string' ? first['identifier'] : '';
}
