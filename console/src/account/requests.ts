// Requests of people about their own account.
import { change, type Proposal, type Schemas } from '../api';

export type Account = Schemas['AccountAnswer']['data'];
export type OwnSession = Schemas['OwnSession'];
export type Subscriptions = Schemas['SubscriptionsAnswer']['data'];
export type Subject = Schemas['Subject'];
export type Rhythm = Schemas['Rhythm'];

export async function changeProfile(profile: Schemas['ProfileEdit']): Promise<void> {
  await change('/v2/me', profile, 'PATCH');
}

export async function changeSubscriptions(to: Schemas['SubscriptionsChange']): Promise<void> {
  await change('/v2/me/subscriptions', to, 'PUT');
}

export async function replacePassword(presentPassword: string, password: string): Promise<void> {
  await change('/v2/me/password', { presentPassword, password }, 'PUT');
}

export async function confirmSession(confirmation: Schemas['ConfirmationRequest']): Promise<void> {
  await change('/v2/me/confirmation', confirmation, 'PUT');
}

export async function proposeSecondFactor(): Promise<Proposal> {
  const text = await change('/v2/me/second-factor');
  return (JSON.parse(text) as Schemas['ProposalAnswer']).data;
}

/** Returns the recovery codes. */
export async function enableSecondFactor(proof: string, code: string): Promise<string[]> {
  const text = await change('/v2/me/second-factor', { proof, code }, 'PUT');
  return (JSON.parse(text) as Schemas['RecoveryCodesAnswer']).data.recoveryCodes;
}

export async function endSecondFactor(): Promise<void> {
  await change('/v2/me/second-factor', undefined, 'DELETE');
}

export async function endSession(id: string): Promise<void> {
  await change(`/v2/me/sessions/${encodeURIComponent(id)}`, undefined, 'DELETE');
}
