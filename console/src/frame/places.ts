// The places of a person: each participant in each flow, and the operators. A session is in one.
import { useQuery } from '@tanstack/react-query';
import { createContext } from 'react';

import { get, switchSession, type Schemas, type Session } from '../api';
import { setSession } from '../queries';
import { filled } from '../texts/texts';
import type { Texts } from '../texts/english';

export interface Place {
  /** Absent for the operators. */
  participant: string | undefined;
  flow: Schemas['Flow'];
  name: string;
}

type Membership = Schemas['MembershipShown'];

function placesOf({ participant, flows }: Membership, t: Texts): Place[] {
  if (participant === null) return [{ participant: undefined, flow: 'LIVE', name: t.operator }];
  const all = flows.length === 0 ? (['LIVE', 'TEST'] as const) : flows;
  return all.map((flow) => ({
    participant: participant.id,
    flow,
    name: flow === 'TEST' ? filled(t.testOf, { name: participant.name }) : participant.name,
  }));
}

const isHere = (place: Place, session: Session) =>
  place.participant === undefined
    ? session.role === 'operator'
    : place.participant === session.id && place.flow === session.flow;

/** Returns the places to which the person can switch. A token has none. */
export function useOtherPlaces(session: Session, t: Texts): Place[] {
  const account = useQuery({
    queryKey: ['me', 'account'],
    queryFn: ({ signal }) => get('/v2/me', { signal }),
    enabled: session.person !== null,
    staleTime: 60_000,
  });
  const places = account.data?.data.memberships.flatMap((one) => placesOf(one, t)) ?? [];
  return places.filter((place) => !isHere(place, session));
}

/** A page that a switch can open. */
export type PageOfSwitch = '/' | '/check' | '/simulated-partners';

/** Switches to a place and opens the page there. The shell provides it. */
export const Switching = createContext<(place: Place, path: PageOfSwitch) => void>(() => {});

/** The page of before may not exist in the new place, so the caller shows another one. */
export async function switchTo({ participant, flow }: Place): Promise<void> {
  setSession(await switchSession(participant === undefined ? {} : { participant, flow }));
}
