// The relationships as a grid of senders and recipients.
import type { Relationship } from './requests';

export interface Named {
  id: string;
  name: string;
}

export interface Grid {
  participants: Named[];
  at: (from: Named, to: Named) => Relationship | undefined;
}

const keyOf = (from: string | null, to: string | null) => `${from ?? ''} ${to ?? ''}`;

/** The participants are in the order of their names. */
export function gridOf(relationships: Relationship[]): Grid {
  const named = new Map<string, string>();
  for (const { id, name } of relationships.flatMap(({ from, to }) => [from, to])) {
    if (id !== null) named.set(id, name);
  }
  const byPair = new Map(relationships.map((one) => [keyOf(one.from.id, one.to.id), one]));
  return {
    participants: [...named]
      .map(([id, name]) => ({ id, name }))
      .sort((one, other) => one.name.localeCompare(other.name)),
    at: (from, to) => byPair.get(keyOf(from.id, to.id)),
  };
}

export const matrixMax = 16; // participants

/** A matrix of a part of the list would show pairs as strangers that have a relationship. */
export const fitsMatrix = (participants: Named[], isCut: boolean) =>
  !isCut && participants.length > 1 && participants.length <= matrixMax;
