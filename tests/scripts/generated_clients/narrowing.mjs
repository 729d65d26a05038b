// A program that switches on `type` over every kind of document. In each branch it reads a field of that kind, and one
// that only other kinds have, which must not compile.

export function narrowingProgram(model) {
  const headerOf = (kind) => model.types[model.types[kind.type].fields.header.type].fields;
  const kinds = Object.entries(model.kinds);
  const branches = (optional) =>
    kinds.map(([name, kind]) => {
      const own = headerOf(kind);
      const foreign = kinds.flatMap(([, other]) => Object.keys(headerOf(other))).find((field) => !(field in own));
      return `    case '${name}':
      // @ts-expect-error ${name} has no such field.
      void item.content${optional}.header.${foreign};
      return item.content${optional}.${kind.number}${optional && ' ?? null'};`;
    });
  return `import type { Item, Past } from './item';

export function numberOf(item: Item): string | null | undefined {
  switch (item.type) {
${branches('').join('\n')}
    default: {
      const none: never = item;
      return none;
    }
  }
}

export function numberOfPast(item: Past): string | null {
  switch (item.type) {
${branches('?').join('\n')}
    default: {
      const none: never = item;
      return none;
    }
  }
}
`;
}
