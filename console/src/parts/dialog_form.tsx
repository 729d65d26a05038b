import { Button, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Confirmed } from '../account/confirmation';
import { useTexts } from '../texts/texts';
import { faultAt, isAtFields } from './submission';

interface OfDialogForm {
  /** The name of the button that sends the form. */
  action: string;
  sending: Confirmed;
  /** The fields that show the sentences about them. */
  fields?: readonly string[];
  isDisabled?: boolean;
  onSend: () => Promise<void>;
  onCancel: () => void;
  children: ReactNode;
}

/** A form with its buttons, for a dialog. The form of the password takes its place if it is needed. */
export function DialogForm(props: OfDialogForm) {
  const { action, sending, fields = [], isDisabled = false, onSend, onCancel, children } = props;
  const { failure, isAsking, submit, isConfirming, notice } = sending;
  const { t } = useTexts();
  if (isConfirming) return notice;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(onSend);
      }}
    >
      {children}
      {!isAtFields(failure, fields) && notice}
      <div className="row">
        <Button type="submit" loading={isAsking} disabled={isDisabled}>
          {action}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </form>
  );
}

interface OfName {
  label: string;
  description?: string;
  value: string;
  failure: Error | undefined;
  onChange: (name: string) => void;
}

/** The first field of a form that names what it makes. */
export function NameField({ label, description, value, failure, onChange }: OfName) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
      error={faultAt(failure, 'name')}
      required
      withAsterisk={false}
      autoFocus
    />
  );
}
