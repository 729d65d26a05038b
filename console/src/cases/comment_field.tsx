import { Textarea } from '@mantine/core';

import { useTexts } from '../texts/texts';

interface OfComment {
  help?: string;
  comment: string;
  onChange: (comment: string) => void;
}

export function CommentField({ help, comment, onChange }: OfComment) {
  const { t } = useTexts();
  return (
    <Textarea
      label={t.comment}
      description={help}
      autosize
      minRows={2}
      value={comment}
      onChange={(event) => {
        onChange(event.currentTarget.value);
      }}
    />
  );
}
