import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';

import { useTexts } from '../texts/texts';

interface OfForm {
  /** The name of the action. */
  action: string;
  help?: string;
  isAsking?: boolean;
  /** True if the field has the focus when the form opens. */
  isFocused?: boolean;
  onComment: (comment: string) => void;
  /** A second action with the same comment. */
  second?: { name: string; onComment: (comment: string) => void };
  onCancel: () => void;
}

export function CommentForm(props: OfForm) {
  const { action, help, isAsking = false, isFocused = false, onComment, second, onCancel } = props;
  const { t } = useTexts();
  const [comment, setComment] = useState('');
  const isDisabled = isAsking || comment.trim() === '';
  return (
    <form
      className="stack tight"
      aria-label={action}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isDisabled) onComment(comment);
      }}
    >
      <Textarea
        label={t.comment}
        description={help}
        autosize
        minRows={2}
        autoFocus={isFocused}
        value={comment}
        onChange={(event) => {
          setComment(event.currentTarget.value);
        }}
      />
      <div className="row">
        <Button type="submit" disabled={isDisabled}>
          {action}
        </Button>
        {second && (
          <Button variant="default" disabled={isDisabled} onClick={() => { second.onComment(comment); }}>
            {second.name}
          </Button>
        )}
        <Button variant="default" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </form>
  );
}
