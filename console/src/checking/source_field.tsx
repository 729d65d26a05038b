// The field with the text that the user checks. React does not know its value, because a document can be large.
import { Button, FileButton, Textarea } from '@mantine/core';
import { useRef, useState, type DragEvent, type RefObject } from 'react';

import { checkingTexts } from '../texts/checking';
import { useTextsOf } from '../texts/texts';
import { endOfLine, pointAt } from './positions';

interface OfField {
  field: RefObject<HTMLTextAreaElement | null>;
  beginning: string;
  /** True while the text is sent. */
  isFixed: boolean;
  onInput: () => void;
  /** Replaces the text. */
  onText: (text: string) => void;
}

const linesAbove = 4;

/** Selects the rest of a line from a character, and scrolls to it. */
export function goTo(field: HTMLTextAreaElement, index: number) {
  const text = field.value;
  const { line } = pointAt(text, index);
  const lines = pointAt(text, text.length).line;
  field.focus({ preventScroll: true });
  field.setSelectionRange(index, endOfLine(text, index));
  field.scrollIntoView({ block: 'nearest' });
  field.scrollTop = (field.scrollHeight * Math.max(0, line - linesAbove)) / lines;
}

export function SourceField({ field, beginning, isFixed, onInput, onText }: OfField) {
  const own = useTextsOf(checkingTexts);
  const [text] = useState(beginning);
  // The same file can be opened again after a change.
  const reset = useRef<() => void>(null);
  const read = async (file: File | null | undefined) => {
    reset.current?.();
    if (file) onText(await file.text());
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    if (!isFixed) void read(file);
  };
  return (
    <section className="card stack tight" aria-label={own.source}>
      <Textarea
        ref={field}
        label={own.source}
        description={own.sourceHelp}
        classNames={{ input: 'source' }}
        rows={24}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        defaultValue={text}
        readOnly={isFixed}
        onInput={onInput}
        onDrop={drop}
      />
      <div className="row">
        <FileButton
          resetRef={reset}
          disabled={isFixed}
          accept="application/json,.json,text/plain"
          onChange={(file) => void read(file)}
        >
          {(button) => (
            <Button variant="default" size="xs" disabled={isFixed} {...button}>
              {own.open}
            </Button>
          )}
        </FileButton>
        <Button variant="default" size="xs" disabled={isFixed} onClick={() => onText('')}>
          {own.clear}
        </Button>
      </div>
    </section>
  );
}
