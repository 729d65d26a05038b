// The state that the fields of a form share.
import { createContext } from 'react';

import type { Json } from '../document/exact_json';
import { keyOf, type Path } from './edits';

/** A new object for each choice. */
export interface Target {
  path: Path;
}

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
  /** Undefined removes the field. */
  put: (path: Path, value: Json | undefined) => void;
}
export const Form = createContext<FormContext>({
  faults: new Map(),
  faulty: new Set(),
  target: undefined,
  hint: undefined,
  put: () => {},
});

export const idOfField = (path: Path) => `field-${keyOf(path)}`;
