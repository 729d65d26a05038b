// Identifies the person, the participant and the flow to which the state of a page belongs.
import type { Session } from './api';

/** Returns a key that differs for another participant, another flow and another person. */
export const ownerOf = ({ role, id, flow, person }: Session) => [role, id, flow, person?.id].join(' ');
