// A document as text, with places marked. A long document shows only the surroundings of the places
// until the reader expands it.
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';

import { filled, useTexts } from '../texts/texts';
import { MarkedPlace } from './marked';
import type { DocumentText, Line } from './marked_text';

const linesAtFirst = 400;
const linesOfBeginning = 12;
const linesAround = 6;
const deepestIndent = 16;

const written = ({ depth, text }: Line) => `${'  '.repeat(Math.min(depth, deepestIndent))}${text}`;

/** Returns the numbers of the shown lines, in their order. */
function shownLines(of: DocumentText, marked: ReadonlySet<string>): number[] {
  const shown = new Set<number>();
  const atFirst = Math.min(marked.size > 0 ? linesOfBeginning : linesAtFirst, of.lines.length);
  for (let line = 0; line < atFirst; line += 1) shown.add(line);
  for (const path of marked) {
    const place = of.places.get(path) ?? 0;
    const last = Math.min(place + linesAround, of.lines.length - 1);
    for (let line = Math.max(0, place - linesAround); line <= last; line += 1) shown.add(line);
  }
  return [...shown].sort((a, b) => a - b);
}

export function MarkedDocument({ of, marked }: { of: DocumentText; marked: ReadonlySet<string> }) {
  const { t } = useTexts();
  const [isWhole, setIsWhole] = useState(of.lines.length <= linesAtFirst);
  return (
    <div className="stack tight">
      <pre className="raw marked" tabIndex={0} role="region" aria-label={t.document}>
        <Lines of={of} marked={marked} isWhole={isWhole} />
      </pre>
      {!isWhole && (
        <div>
          <Button variant="default" size="xs" onClick={() => setIsWhole(true)}>
            {filled(t.showLines, { count: of.lines.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

interface OfLines {
  of: DocumentText;
  marked: ReadonlySet<string>;
  isWhole: boolean;
}

// Unmarked lines are one text up to the next mark, because a document has many lines.
function Lines({ of, marked, isWhole }: OfLines): ReactNode {
  const { t, number } = useTexts();
  const parts: ReactNode[] = [];
  let text = '';
  const end = () => {
    if (text !== '') parts.push(text);
    text = '';
  };
  const leaveOut = (count: number) => {
    if (count === 0) return;
    end();
    parts.push(
      <span key={`gap${parts.length}`} className="gap">
        {`${filled(t.linesLeftOut, { count: number(count) })}\n`}
      </span>,
    );
  };
  let last = -1;
  const put = (index: number) => {
    const line = of.lines[index];
    if (line === undefined) return;
    leaveOut(index - last - 1);
    last = index;
    const isMarked =
      line.path !== undefined && marked.has(line.path) && of.places.get(line.path) === index;
    if (!isMarked) {
      text += `${written(line)}\n`;
      return;
    }
    text += written({ ...line, text: '' });
    end();
    parts.push(
      <MarkedPlace key={line.path} path={line.path ?? ''}>
        {line.text}
      </MarkedPlace>,
    );
    text = '\n';
  };
  if (isWhole) of.lines.forEach((_line, index) => put(index));
  else shownLines(of, marked).forEach(put);
  leaveOut(of.lines.length - 1 - last);
  end();
  return parts;
}
