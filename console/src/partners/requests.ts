// Requests about trading partners and the own requirements.
import { change, get, type Schemas } from '../api';
import type { partnerTexts } from '../texts/partners';
import { filled } from '../texts/texts';

export type Partner = Schemas['TradePartner'];
export type Direction = Schemas['TradePartnerDirection'];
export type Status = Schemas['RelationshipStatus'];
export type Requirement = Schemas['Requirement'];
export type PartnerPut = Schemas['TradePartnerPut']['data'];

async function putPartner(id: string, request: Schemas['TradePartnerRequest']): Promise<PartnerPut> {
  const text = await change(`/v2/trade-partners/${encodeURIComponent(id)}`, request, 'PUT');
  return (JSON.parse(text) as Schemas['TradePartnerPut']).data;
}

/** Decides about the documents that the partner sends. */
export const decide = (id: string, status: 'active' | 'blocked') => putPartner(id, { status });

/** Asks the partner to accept documents. */
export const ask = (id: string) => putPartner(id, { status: 'requested', direction: 'outgoing' });

/** Returns the sentence about a partner that was asked. It may have accepted the documents before. */
export const resultOf = ({ name, outgoing }: PartnerPut, own: (typeof partnerTexts)['en']) =>
  filled(outgoing?.status === 'active' ? own.askedAccepted : own.asked, { name });

const same = (one: Requirement, other: Requirement) =>
  one.kind === other.kind &&
  one.path === other.path &&
  (one.domain ?? '') === (other.domain ?? '') &&
  (one.when ?? []).join('\n') === (other.when ?? []).join('\n');

export type Refused = Schemas['WouldHaveRefused'];

/** Changes the requirements that the exchange has now, because another tab may have changed them. */
async function changeRequirements(by: (present: Requirement[]) => Requirement[]): Promise<Refused | undefined> {
  const { data } = await get('/v2/profile');
  const text = await change('/v2/profile', { requirements: by(data.requirements) }, 'PUT');
  return (JSON.parse(text) as Schemas['ProfilePut']).data.wouldHaveRefused;
}

export const without = (present: Requirement[], removed: Requirement) =>
  present.filter((one) => !same(one, removed));

/** The new requirement is the first one, so the paths of its faults begin with requirements.0. */
export const withFirst = (present: Requirement[], added: Requirement) => [added, ...without(present, added)];

export const addRequirement = (added: Requirement) =>
  changeRequirements((present) => withFirst(present, added));

export const removeRequirement = (removed: Requirement) =>
  changeRequirements((present) => without(present, removed));
