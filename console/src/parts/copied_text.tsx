import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { useRef } from 'react';

import { useTexts } from '../texts/texts';

interface OfCopied {
  text: string;
  autoFocus?: boolean;
}

/** A text for other programs, with a button that selects and copies it. */
export function CopiedText({ text, autoFocus = false }: OfCopied) {
  const { t } = useTexts();
  const clipboard = useClipboard();
  const shown = useRef<HTMLElement>(null);
  // Browsers have a clipboard only with TLS. Then the user copies the selection.
  const copy = () => {
    if (shown.current) getSelection()?.selectAllChildren(shown.current);
    clipboard.copy(text);
  };
  return (
    <span className="row">
      <code ref={shown} className="any">
        {text}
      </code>
      <Button variant="default" size="xs" autoFocus={autoFocus} onClick={copy}>
        {clipboard.copied ? t.copied : t.copy}
      </Button>
      {clipboard.error && <span role="alert">{t.copyByHand}</span>}
    </span>
  );
}

/** A secret that no later page shows. */
export function ShownOnce({ help, text, autoFocus }: OfCopied & { help: string }) {
  return (
    <div className="turn stack tight" role="status">
      <p>{help}</p>
      <CopiedText text={text} autoFocus={autoFocus ?? false} />
    </div>
  );
}
