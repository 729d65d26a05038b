import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import { Dialog } from '../parts/dialog';
import { DialogForm } from '../parts/dialog_form';
import { faultAt } from '../parts/submission';
import { numberTexts } from '../texts/numbers';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { previewOf, type RangeTexts } from './preview';
import { setRange, type NumberRange } from './requests';

/** A range that is changed, or the kinds among which the user chooses for a new one. */
export interface Edited {
  kinds: string[];
  range?: NumberRange;
}

const fields = ['prefix', 'next', 'width'] as const;

interface OfEdit {
  of: Edited;
  onDone: () => void;
  onClose: () => void;
}

export function EditRange({ of, onDone, onClose }: OfEdit) {
  const { t } = useTexts();
  const own = useTextsOf(numberTexts);
  const { kinds, range } = of;
  const [kind, setKind] = useState(kinds[0] ?? '');
  const [texts, setTexts] = useState<RangeTexts>({
    prefix: range?.prefix ?? '',
    next: String(range?.next ?? 1),
    width: String(range?.width ?? 5),
  });
  const sending = useConfirmedSubmission();
  const preview = previewOf(texts);
  const nameOf = (one: string) => t.kinds[one] ?? one;
  const labels = { prefix: own.prefix, next: own.next, width: own.width };
  const help = { prefix: own.prefixHelp, next: own.nextHelp, width: own.widthHelp };
  const save = async () => {
    const prefix = texts.prefix.trim();
    const width = Number(texts.width);
    // Numbers may have been given since the dialog was opened: an unchanged field leaves the next one.
    const isSameNext = range?.prefix === prefix && texts.next.trim() === String(range.next);
    await setRange(kind, { prefix, width, ...(isSameNext ? {} : { next: Number(texts.next) }) });
    onDone();
    onClose();
  };
  return (
    <Dialog title={range ? filled(own.changeOf, { kind: nameOf(kind) }) : own.add} onClose={onClose}>
      <DialogForm
        action={own.save}
        sending={sending}
        fields={fields}
        isDisabled={preview === undefined}
        onSend={save}
        onCancel={onClose}
      >
        {!range && (
          <NativeSelect
            label={own.kind}
            value={kind}
            data={kinds.map((value) => ({ value, label: nameOf(value) }))}
            onChange={(event) => { setKind(event.currentTarget.value); }}
          />
        )}
        {fields.map((name) => (
          <TextInput
            key={name}
            label={labels[name]}
            description={help[name]}
            inputMode={name === 'prefix' ? 'text' : 'numeric'}
            value={texts[name]}
            error={faultAt(sending.failure, name)}
            onChange={(event) => { setTexts({ ...texts, [name]: event.currentTarget.value }); }}
          />
        ))}
        <p className="any" role="status">
          {preview === undefined ? own.noPreview : filled(own.preview, { number: preview })}
        </p>
      </DialogForm>
    </Dialog>
  );
}
