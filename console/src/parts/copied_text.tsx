import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';

import { useTexts } from '../texts/texts';

/** A text for other programs, with a button that copies it. */
export function CopiedText({ text }: { text: string }) {
  const { t } = useTexts();
  const clipboard = useClipboard();
  return (
    <span className="row">
      <code className="any">{text}</code>
      <Button variant="default" size="xs" onClick={() => clipboard.copy(text)}>
        {clipboard.copied ? t.copied : t.copy}
      </Button>
    </span>
  );
}
