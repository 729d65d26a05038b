// Adds lines to a document from the rows of a spreadsheet.
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';

import { declaredType, definedNames } from '../document/model';
import { filled, useTexts } from '../texts/texts';
import type { OfLines } from './form_context';
import { pastedLines } from './pasted_lines';

export function PasteLines(of: OfLines) {
  const { t } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen) {
    return (
      <Button
        variant="default"
        size="xs"
        onClick={() => {
          setIsOpen(true);
        }}
      >
        {t.pasteLines}
      </Button>
    );
  }
  return (
    <Rows
      {...of}
      onClose={() => {
        setIsOpen(false);
      }}
    />
  );
}

function Rows({ type, present, onAdd, onClose }: OfLines & { onClose: () => void }) {
  const { t, field, language } = useTexts();
  const [text, setText] = useState('');
  const { columns, lines } = pastedLines(text, type, present, {
    field,
    decimal: language === 'de' ? ',' : '.',
  });
  const unknown = columns.filter(({ path }) => !path).map(({ head }) => head);
  const isUnknown = columns.length > 0 && unknown.length === columns.length;
  const quantity = definedNames(type).find(
    (name) => /quantity$/i.test(name) && declaredType(type, name) === 'number',
  );
  const example = ['GTIN', ...[quantity, 'description'].flatMap((name) => (name ? [field(name)] : []))];
  return (
    <section className="card stack tight" aria-label={t.pasteLines}>
      <Textarea
        label={t.rowsOfSheet}
        description={filled(t.rowsHelp, { example: example.join(', ') })}
        rows={5}
        spellCheck={false}
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
        }}
      />
      <p role="status" className="any">
        {isUnknown && t.noColumns}
        {!isUnknown && unknown.length > 0 && filled(t.columnsLeftOut, { names: unknown.join(', ') })}
      </p>
      <div className="row">
        <Button
          size="xs"
          disabled={lines.length === 0}
          onClick={() => {
            onAdd(lines);
            onClose();
          }}
        >
          {filled(lines.length === 1 ? t.addOneLine : t.addLines, { count: lines.length })}
        </Button>
        <Button variant="default" size="xs" onClick={onClose}>
          {t.cancel}
        </Button>
      </div>
    </section>
  );
}
