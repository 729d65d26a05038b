import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { useTexts } from '../texts/texts';

interface OfDialogForm {
  /** The name of the button that sends the form. */
  action: string;
  isAsking: boolean;
  isDisabled?: boolean;
  onSubmit: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form with its buttons, for a dialog. */
export function DialogForm(props: OfDialogForm) {
  const { action, isAsking, isDisabled = false, onSubmit, onCancel, children } = props;
  const { t } = useTexts();
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
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
