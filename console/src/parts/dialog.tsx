// A dialog over the page. Escape closes it, and the focus returns to where it was.
import { Button } from '@mantine/core';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import { useTexts } from '../texts/texts';

interface OfDialog {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function Dialog({ title, onClose, children }: OfDialog) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog ref={dialog} className="card stack dialog" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}

interface OfConfirmation extends OfDialog {
  /** The name of the button that makes the change. */
  action: string;
  onConfirm: () => Promise<void>;
}

/** Says the consequence of a change, and makes it if the user confirms. */
export function ConfirmDialog({ action, onConfirm, children, ...dialog }: OfConfirmation) {
  const { t } = useTexts();
  const { isAsking, submit, isConfirming, notice } = useConfirmedSubmission();
  const make = async () => {
    await onConfirm();
    dialog.onClose();
  };
  return (
    <Dialog {...dialog}>
      {children}
      {notice}
      <div className="row">
        {!isConfirming && (
          <Button className="dangerous" loading={isAsking} onClick={() => void submit(make)}>
            {action}
          </Button>
        )}
        <Button variant="default" onClick={dialog.onClose}>
          {t.cancel}
        </Button>
      </div>
    </Dialog>
  );
}
