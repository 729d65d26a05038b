interface Author {
  name: string;
  person: { name: string } | null;
}

/** Names the author of an action: the person, for readers who may see it, and the participant. */
export function authorOf({ name, person }: Author): string {
  return person === null || person.name === name ? name : `${person.name}, ${name}`;
}
