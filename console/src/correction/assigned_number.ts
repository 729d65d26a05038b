// The number of a document that the exchange assigns when the document is sent.
import { model, valueAt } from '../document/model';
import type { Json } from '../document/exact_json';
import { keyOf, pathOfFault, type Path } from './edits';

/** Returns the path of the number of a document of this kind, if the document has no number yet. */
export function pathOfMissingNumber(kind: string, content: Json | undefined): Path | undefined {
  const path = model.kinds[kind]?.number;
  if (path === undefined || content === undefined) return undefined;
  const number = valueAt(content, path);
  return number === undefined || number === null || number === '' ? path.split('.') : undefined;
}

interface Faults {
  faults: { path: string }[];
  faultCount: number;
}

/** Leaves out the faults of the field at the path. */
export function withoutFaultsAt<Validation extends Faults>(of: Validation, path: Path): Validation {
  const faults = of.faults.filter((fault) => keyOf(pathOfFault(fault.path)) !== keyOf(path));
  return { ...of, faults, faultCount: of.faultCount - (of.faults.length - faults.length) };
}
