// A part of a document with its faults, which follow it as sentences.
import { createContext, useContext, type ReactNode } from 'react';

import { Marks, type Mark } from './marks';

const MarksOfDocument = createContext(new Marks(null, []));

export const ShowMarks = MarksOfDocument.Provider;

export const useMarks = () => useContext(MarksOfDocument);

const idOf = (path: string) => `at-${path}`;

export const isShown = (path: string) => document.getElementById(idOf(path)) !== null;

/** Goes to a marked place, or to the nearest marked object that contains it. */
export function goToPlace(path: string) {
  let at = path;
  while (!isShown(at) && at.includes('.')) at = at.slice(0, at.lastIndexOf('.'));
  const place = document.getElementById(idOf(at));
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
}

interface OfPlace {
  path: string;
  /** Children that are more than a text in a line. */
  isBlock?: boolean | undefined;
  children: ReactNode;
}

export function MarkedPlace({ path, isBlock, children }: OfPlace) {
  return (
    <mark id={idOf(path)} tabIndex={-1} className={isBlock ? 'block' : undefined}>
      {children}
    </mark>
  );
}

interface OfMarked {
  marks: Mark[];
  isBlock?: boolean | undefined;
  children: ReactNode;
}

export function Marked({ marks, isBlock, children }: OfMarked) {
  if (marks.length === 0) return children;
  return (
    <>
      {marks.reduce<ReactNode>(
        (inner, { path }) => (
          <MarkedPlace path={path} isBlock={isBlock}>
            {inner}
          </MarkedPlace>
        ),
        children,
      )}
      {marks
        .flatMap(({ messages }) => messages)
        .map((message, index) => (
          <span key={index} className="fault-here">
            {message}
          </span>
        ))}
    </>
  );
}
