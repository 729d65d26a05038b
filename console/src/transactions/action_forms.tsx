// The forms of actions that need a reason or a confirmation.
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';

import type { Schemas } from '../api';
import { useTexts } from '../texts/texts';

interface OfForm {
  isAsking: boolean;
  /** The name of the action. */
  action: string;
  /** For a dialog, which has a button to close it. */
  onCancel?: () => void;
}

interface OfConfirmation {
  isAsking: boolean;
  onConfirm: () => void;
}

export function ConfirmationForm({ isAsking, onConfirm }: OfConfirmation) {
  const { t } = useTexts();
  return (
    <div className="card stack narrow">
      <p>{t.processedHelp}</p>
      <div className="row">
        <Button loading={isAsking} onClick={onConfirm} autoFocus>
          {t.confirm}
        </Button>
      </div>
    </div>
  );
}

interface OfReason extends OfForm {
  help: string;
  onReason: (reason: string) => void;
  /** Fields before the reason, and after it. */
  first?: React.ReactNode;
  children?: React.ReactNode;
}

export function ReasonForm({ isAsking, action, help, onReason, onCancel, first, children }: OfReason) {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  return (
    <form
      className="card stack narrow"
      aria-label={action}
      onSubmit={(event) => {
        event.preventDefault();
        onReason(reason);
      }}
    >
      {first}
      <Textarea
        label={t.reason}
        description={help}
        autosize
        minRows={2}
        value={reason}
        onChange={(event) => {
          setReason(event.currentTarget.value);
        }}
        required
        withAsterisk={false}
        autoFocus
      />
      {children}
      <div className="row">
        <Button type="submit" loading={isAsking}>
          {action}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

export function FailureForm({ onReport, ...form }: OfForm & { onReport: (report: Schemas['Report']) => void }) {
  const { t } = useTexts();
  const [errorType, setErrorType] = useState<Schemas['ErrorType']>('DATA');
  return (
    <ReasonForm
      {...form}
      help={t.reasonHelp}
      onReason={(reason) => {
        onReport({ success: false, reason, errorType });
      }}
    >
      <NativeSelect
        label={t.whoActs}
        value={errorType}
        data={[
          { value: 'DATA', label: t.senderActs },
          { value: 'INTERNAL', label: t.recipientActs },
        ]}
        onChange={(event) => {
          setErrorType(event.currentTarget.value === 'DATA' ? 'DATA' : 'INTERNAL');
        }}
      />
    </ReasonForm>
  );
}
