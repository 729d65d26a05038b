// The state that the fields of a form share.
import { createContext, type ReactNode } from 'react';

import type { Json } from '../document/exact_json';
import type { JsonObject } from '../document/model';
import { keyOf, type Path } from './edits';
import type { SeenLines } from './removed_lines';

/** A new object for each choice. */
export interface Target {
  path: Path;
}

/** The lines of a document that get more lines. */
export interface OfLines {
  /** The type of a line. */
  type: string;
  present: readonly Json[];
  onAdd: (lines: JsonObject[]) => void;
}

/** A source of lines, such as a catalogue. */
export type LineSource = (of: OfLines) => ReactNode;

/** What the fields of a form share. */
export interface FormContext {
  /** The sentences of the faults, by path. */
  faults: ReadonlyMap<string, string[]>;
  /** All paths on the way to a fault. */
  faulty: ReadonlySet<string>;
  /** The fault that the user chose last. Elements on the way to it open. */
  target: Target | undefined;
  /** A sentence about one field. */
  hint: { key: string; text: string } | undefined;
  /** The whole document. */
  content: JsonObject;
  /** The lines that the other side has seen. */
  seen: SeenLines;
  /** Absent if lines come from the user only. */
  lineSource: LineSource | undefined;
  /** Undefined removes the field. */
  put: (path: Path, value: Json | undefined) => void;
}
export const Form = createContext<FormContext>({
  faults: new Map(),
  faulty: new Set(),
  target: undefined,
  hint: undefined,
  content: {},
  seen: new Map(),
  lineSource: undefined,
  put: () => {},
});

export const idOfField = (path: Path) => `field-${keyOf(path)}`;
