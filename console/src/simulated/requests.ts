// Requests about the partners that the exchange simulates.
import { change, get, Refusal, type Schemas } from '../api';

export type SimulatedPartner = Schemas['SimulatedPartner'];
export type Happening = Schemas['SimulatedHappening'];
type Role = SimulatedPartner['role'];

const path = '/v2/profile/simulated-partners';

export const getPartners = async (signal: AbortSignal, inBackground: boolean): Promise<SimulatedPartner[]> =>
  (await get(path, { signal, inBackground })).data.partners;

export async function startPartner(role: Role, speed: number): Promise<void> {
  await change(`${path}/${role}`, { speed }, 'PUT');
}

export async function stopPartner(role: Role): Promise<void> {
  await change(`${path}/${role}`, undefined, 'DELETE');
}

/** Returns true if the operator has not switched on simulated partners. */
export const isOff = (error: Error | null) =>
  error instanceof Refusal && error.detail === 'simulated_partners_off';
