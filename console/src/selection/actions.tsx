// The bar below a list while rows are selected, with the actions that at least one of them allows.
import { Button } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Dialog } from '../parts/dialog';
import { selectionTexts } from '../texts/selection';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { leftIn } from './run';
import type { Selection } from './selection';

export interface OfForm<Row> {
  /** The name of the button, with the number of rows. */
  action: string;
  /** Begins to send the request for each row. */
  onSend: (send: (row: Row) => Promise<unknown>) => void;
  onCancel: () => void;
}

export interface Action<Row> {
  id: string;
  name: string;
  isPossible: (row: Row) => boolean;
  /** The form that confirms the action. */
  form: (of: OfForm<Row>) => ReactNode;
}

interface OfBar<Row> {
  selection: Selection<Row>;
  actions: Action<Row>[];
  /** True if the list has rows that this page does not show. */
  isPart: boolean;
  shown: number;
}

/** Shows nothing without a selection. */
export function SelectionBar<Row>({ selection, actions, isPart, shown }: OfBar<Row>) {
  const { number } = useTexts();
  const own = useTextsOf(selectionTexts);
  // The rows of the form stay the same if the list changes below it.
  const [open, setOpen] = useState<{ action: Action<Row>; rows: Row[]; selected: number }>();
  const { rows, isRunning, run } = selection;
  const selected = rows.length;
  if (selected === 0 && !isRunning && !open) return null;
  const close = () => {
    setOpen(undefined);
  };
  const named = (action: string, count: number, of: number) =>
    filled(count === of ? own.forAll : own.forSome, { action, count: number(count), selected: number(of) });
  const possible = actions
    .map((action) => ({ action, rows: rows.filter(action.isPossible), selected }))
    .filter((one) => one.rows.length > 0);
  return (
    <section className="card selection-bar row no-print" aria-label={own.actions} data-actions>
      {isRunning && run ? (
        <Progress {...run} onStop={selection.stop} />
      ) : (
        <>
          <span role="status">
            <strong>{filled(own.selected, { count: number(selected) })}</strong>
            {isPart && selected === shown && <span className="dim"> {own.onlyShown}</span>}
          </span>
          {possible.map((one) => (
            <Button
              key={one.action.id}
              variant="default"
              size="xs"
              onClick={() => {
                setOpen(one);
              }}
            >
              {named(one.action.name, one.rows.length, selected)}
            </Button>
          ))}
          {possible.length === 0 && <span className="dim">{own.noAction}</span>}
          <Button className="end" variant="subtle" size="xs" onClick={selection.clear}>
            {own.clear}
          </Button>
        </>
      )}
      {open && (
        <Dialog title={named(open.action.name, open.rows.length, open.selected)} onClose={close}>
          {open.rows.length < open.selected && (
            <p>{filled(own.applies, { count: number(open.rows.length), selected: number(open.selected) })}</p>
          )}
          {open.action.form({
            action: named(open.action.name, open.rows.length, open.rows.length),
            onCancel: close,
            onSend: (send) => {
              close();
              void selection.start({ action: open.action.name, rows: open.rows, send });
            },
          })}
        </Dialog>
      )}
    </section>
  );
}

function Progress({ action, account, onStop }: NonNullable<Selection<never>['run']> & { onStop: () => void }) {
  const { number } = useTexts();
  const own = useTextsOf(selectionTexts);
  const [isStopping, setIsStopping] = useState(false);
  const stop = useRef<HTMLButtonElement>(null);
  // The button that had the focus is gone.
  useEffect(() => stop.current?.focus(), []);
  const sent = account.count - leftIn(account);
  const text = filled(own.progress, { action, sent: number(sent), count: number(account.count) });
  return (
    <>
      <span role="status">{text}</span>
      <progress aria-label={action} value={sent} max={account.count} />
      <Button
        ref={stop}
        className="end"
        variant="default"
        size="xs"
        disabled={isStopping}
        onClick={() => {
          setIsStopping(true);
          onStop();
        }}
      >
        {own.stop}
      </Button>
    </>
  );
}

interface OfConfirmation {
  action: string;
  help: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The form of an action that needs no text. */
export function Confirmation({ action, help, onConfirm, onCancel }: OfConfirmation) {
  const { t } = useTexts();
  return (
    <>
      <p>{help}</p>
      <div className="row">
        <Button onClick={onConfirm}>{action}</Button>
        <Button variant="default" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </>
  );
}
