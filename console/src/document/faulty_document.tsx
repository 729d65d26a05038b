// A document with its faults: as people read it, or as JSON.
import { Button } from '@mantine/core';
import { useLayoutEffect, useMemo, useState } from 'react';

import { useTexts } from '../texts/texts';
import { DocumentView } from './document_view';
import { jsonIn } from './exact_json';
import { isShown, ShowMarks } from './marked';
import { MarkedDocument } from './marked_document';
import { placeOf, type DocumentText } from './marked_text';
import { Marks } from './marks';
import { isObject } from './model';

interface OfDocument {
  kind: string | undefined;
  text: string;
  /** The lines of the text. */
  of: DocumentText;
  faults: { path: string; message?: string }[];
}

export function FaultyDocument({ kind, text, of, faults }: OfDocument) {
  const { t } = useTexts();
  const content = useMemo(() => jsonIn(text), [text]);
  const marks = useMemo(() => new Marks(content ?? null, faults), [content, faults]);
  const marked = useMemo(
    () => new Set(faults.map(({ path }) => placeOf(of, path)).filter((place) => place !== undefined)),
    [of, faults],
  );
  const isDocument = kind !== undefined && isObject(content);
  const [isJson, setIsJson] = useState(!isDocument);
  // A view of a document leaves out what it cannot draw. A fault in such a part is seen in the JSON.
  useLayoutEffect(() => {
    if (marks.all.some(({ path }) => !isShown(path))) setIsJson(true);
  }, [marks]);
  return (
    <div className="stack tight">
      {isJson || !isDocument ? (
        <MarkedDocument of={of} marked={marked} />
      ) : (
        <ShowMarks value={marks}>
          <DocumentView kind={kind} content={content} />
        </ShowMarks>
      )}
      {isDocument && (
        <div className="no-print">
          <Button variant="default" size="xs" onClick={() => setIsJson(!isJson)}>
            {isJson ? t.asDocument : t.asJson}
          </Button>
        </div>
      )}
    </div>
  );
}
