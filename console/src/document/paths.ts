// The fields of a kind of document as paths below its content: items.*.identifiers.
import { declaredType, definedNames, model, typeOfKind } from './model';

const levelsMax = 4;

const isList = (declared: string) => declared.endsWith('[]');
const elementOf = (declared: string) => declared.replace('[]', '');

/** Returns the paths, and never enters a type inside itself. Short paths come first. */
export function pathsOf(kind: string): string[] {
  const paths: string[] = [];
  const visit = (type: string | undefined, prefix: string, above: string[]) => {
    for (const name of definedNames(type)) {
      const declared = declaredType(type, name) ?? '';
      const inner = elementOf(declared);
      const path = `${prefix}${name}`;
      paths.push(path);
      if (model.types[inner] === undefined || above.includes(inner) || above.length === levelsMax) continue;
      visit(inner, isList(declared) ? `${path}.*.` : `${path}.`, [...above, inner]);
    }
  };
  visit(typeOfKind(kind), '', []);
  const levels = (path: string) => path.split('.').length;
  return paths.sort((one, other) => levels(one) - levels(other));
}

/** Returns the domains of the identifiers at a path, or nothing if it has no list of identifiers. */
export function domainsAt(kind: string, path: string): string[] {
  let type = typeOfKind(kind);
  let declared = '';
  for (const name of path.split('.').filter((step) => step !== '*')) {
    declared = declaredType(type, name) ?? '';
    type = elementOf(declared);
  }
  const isOfIdentifiers = isList(declared) && !path.endsWith('*') && definedNames(type).includes('identifier');
  return (isOfIdentifiers && model.enums[declaredType(type, 'domain') ?? '']) || [];
}
