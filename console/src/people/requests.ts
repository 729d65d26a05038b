// Requests about people, of an administrator or an operator.
import { change, type Schemas } from '../api';

export type Person = Schemas['PersonShown'];
export type Role = Schemas['Role'];
export type Issued = Schemas['InvitationAnswer']['data'];

export const rolesOfParticipant = ['reader', 'clerk', 'administrator'] as const;
export const rolesOfOperators = ['auditor', 'operator'] as const;

/** The list that the user may see. An operator sees all people. */
export const pathOf = (isOperator: boolean) => (isOperator ? '/admin/people' : '/v2/people');
const personPath = (isOperator: boolean, id: string) =>
  `${pathOf(isOperator)}/${encodeURIComponent(id)}`;

export async function invite(
  isOperator: boolean,
  invitation: Schemas['AnyInvitationRequest'],
): Promise<Issued> {
  const path = isOperator ? '/admin/invitations' : '/v2/invitations';
  return (JSON.parse(await change(path, invitation)) as Schemas['InvitationAnswer']).data;
}

export async function resetPassword(isOperator: boolean, id: string): Promise<Issued> {
  const text = await change(`${personPath(isOperator, id)}/reset`);
  return (JSON.parse(text) as Schemas['InvitationAnswer']).data;
}

export async function changeRole(id: string, role: Role): Promise<void> {
  await change(personPath(false, id), { role }, 'PATCH');
}

export async function removePerson(id: string): Promise<void> {
  await change(personPath(false, id), undefined, 'DELETE');
}

export type SignInRules = Schemas['SignInRules'];
/** The rules of the own participant; of an operator: of the operators. */
export const rulesPath = (isOperator: boolean) =>
  isOperator ? '/admin/sign-in-rules' : '/v2/sign-in-rules';
export async function setRules(isOperator: boolean, rules: SignInRules): Promise<void> {
  await change(rulesPath(isOperator), rules, 'PUT');
}

export async function setAccess(id: string, state: 'active' | 'disabled'): Promise<void> {
  await change(personPath(true, id), { state }, 'PATCH');
}
