// Requests to the exchange, with the types of /openapi.json.
import { exactJson, type Json } from './document/exact_json';
import type { components, paths } from './exchange_api';
import { chosenLanguage } from './texts/language';

export type Schemas = components['schemas'];

type GetPath = {
  [P in keyof paths]: paths[P] extends { get: { responses: unknown } } ? P : never;
}[keyof paths];
type Get<P extends GetPath> = paths[P] extends { get: infer Operation } ? Operation : never;
type Ok<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;
export type Answer<P extends GetPath> = Ok<Get<P>>;

export type Fault = Pick<Schemas['Fault'], 'path' | 'message'> & { code?: string };

/** The body of a refusal. `path` names the field if the refusal is about one. */
interface RefusalBody {
  message?: string;
  detailCode?: string;
  path?: string;
  faults?: Fault[];
  pending?: number;
  held?: number;
}

/** A refusal by the exchange. A request without an answer throws a TypeError from fetch. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: RefusalBody = {},
  ) {
    super(message);
  }

  get detail() {
    return this.body.detailCode;
  }

  /** The sentences with the fields that they are about. */
  get faults() {
    const { faults, path } = this.body;
    return faults ?? (path === undefined ? [] : [{ path, message: this.message }]);
  }
}

export function addressOf(path: string, query: Record<string, string | undefined> = {}): string {
  const url = new URL(path.slice(1), document.baseURI);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, value);
  }
  return url.href;
}

/** Without this header, a cookie permits no changes. "background" does not prolong a session. */
const consoleHeader = 'X-Tradepost-Console';

const changesWithJson = { [consoleHeader]: '1', 'Content-Type': 'application/json' };

interface Request extends RequestInit {
  headers: Record<string, string>;
}

async function answerTo(url: string, init: Request): Promise<Response> {
  const headers = { ...init.headers, 'Accept-Language': chosenLanguage() };
  const answer = await fetch(url, { credentials: 'same-origin', cache: 'no-store', ...init, headers });
  if (answer.ok) return answer;
  const body = refusalIn(await answer.text());
  throw new Refusal(answer.status, body.message ?? answer.statusText, body);
}

const ask = async (url: string, init: Request): Promise<string> => (await answerTo(url, init)).text();

/** Returns the sentences of the faults if there are some, because they say what to change. */
function refusalIn(text: string): RefusalBody {
  try {
    const answer = JSON.parse(text) as RefusalBody;
    const faults = answer.faults?.map(({ message }) => message).join(' ');
    return faults ? { ...answer, message: faults } : answer;
  } catch {
    return {};
  }
}

interface Asked {
  id?: string;
  query?: Record<string, string | undefined>;
  signal?: AbortSignal;
  /** Set by a page that updates itself without an action of the user. */
  inBackground?: boolean;
}

async function getText(path: string, { id, query, signal, inBackground }: Asked): Promise<string> {
  const url = addressOf(path.replace('{id}', encodeURIComponent(id ?? '')), query);
  return ask(url, {
    headers: { Accept: 'application/json', ...(inBackground && { [consoleHeader]: 'background' }) },
    ...(signal && { signal }),
  });
}

export async function get<P extends GetPath>(path: P, asked: Asked = {}): Promise<Answer<P>> {
  return JSON.parse(await getText(path, asked)) as Answer<P>;
}

/** Returns a document as an e-invoice. A document that would break rules of the form is refused. */
export async function getForm(id: string, format: string, language: string): Promise<Blob> {
  const url = addressOf(`/v2/all-transactions/${encodeURIComponent(id)}/content`, { format, language });
  return (await answerTo(url, { headers: { Accept: '*/*' } })).blob();
}

/** Reads an event stream until it ends. The request does not prolong the session. */
export async function getEventStream(
  path: '/v2/changes' | '/admin/changes',
  seen: string | undefined,
  signal: AbortSignal,
): Promise<{ id: string }> {
  const text = await ask(addressOf(path), {
    headers: { [consoleHeader]: 'background', ...(seen && { 'Last-Event-ID': seen }) },
    signal,
  });
  return { id: /^id: (.*)$/m.exec(text)?.[1] ?? '' };
}

export async function signIn(token: string): Promise<Session> {
  const text = await ask(addressOf('/v2/session'), {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  return (JSON.parse(text) as Answer<'/v2/session'>).data;
}

/** Sends a change. Returns an empty text if the answer has no content. */
export async function change(
  path: string,
  body?: object,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE' = 'POST',
): Promise<string> {
  if (body === undefined) return ask(addressOf(path), { method, headers: { [consoleHeader]: '1' } });
  const asJson = { headers: changesWithJson, body: JSON.stringify(body) };
  return ask(addressOf(path), { method, ...asJson });
}

/** Sends a document, whose text has numbers with all their digits. */
export async function sendDocument(text: string, idempotencyKey: string): Promise<unknown> {
  const headers = { ...changesWithJson, 'Idempotency-Key': idempotencyKey };
  const answer = await ask(addressOf('/v2/transactions'), { method: 'POST', headers, body: text });
  return JSON.parse(answer);
}

export type Validation = Omit<Schemas['Validation'], 'summary'> & { summary: Json };
export async function validateDocument(text: string, signal: AbortSignal): Promise<Validation> {
  const address = addressOf('/v2/transactions/validate');
  const answer = await ask(address, { method: 'POST', headers: changesWithJson, body: text, signal });
  const { summary } = exactJson(answer) as { summary: Json };
  return { ...(JSON.parse(answer) as Validation), summary };
}

export type DerivedDocument = Omit<Schemas['DerivedDocument'], 'content'> & { content: Json };
/** Returns a new document that is filled from a transaction, with every digit of its numbers. */
export async function deriveDocument(id: string, type: string, signal: AbortSignal) {
  const address = addressOf(`/v2/all-transactions/${encodeURIComponent(id)}/derive`);
  const body = JSON.stringify({ type });
  const answer = await ask(address, { method: 'POST', headers: changesWithJson, body, signal });
  return exactJson(answer) as DerivedDocument;
}

export type PersonSignIn = Schemas['SignInRequest'];
/** A secret for an authenticator app, which the place of the session requires. */
export type Proposal = Schemas['ProposalAnswer']['data'];
/** The recovery codes are those of a second factor that begins with the session. */
export type SignedIn = Session & { recoveryCodes?: string[] };
export async function signInPerson(person: PersonSignIn): Promise<SignedIn | Proposal> {
  const text = await change('/v2/sign-in', person);
  return (JSON.parse(text) as { data: SignedIn | Proposal }).data;
}

/** The link of an invitation, or of a reset of the password. */
export type JoiningLink = Schemas['LinkAnswer']['data'];
export async function lookAtLink(link: string): Promise<JoiningLink> {
  return (JSON.parse(await change('/v2/links/look', { link })) as Schemas['LinkAnswer']).data;
}
export async function joinByLink(link: string, password: string): Promise<void> {
  await change('/v2/links/use', { link, password });
}

export async function unsubscribe(link: string): Promise<void> {
  await change(`/v2/unsubscribe/${encodeURIComponent(link)}`);
}

/** The present session ends. */
export async function switchSession(to: Schemas['SessionSwitch']): Promise<Session> {
  const text = await change('/v2/session/switch', to);
  return (JSON.parse(text) as Schemas['SessionAnswer']).data;
}

export async function requestReset(email: string): Promise<void> {
  await change('/v2/password-resets', { email });
}

export async function signOut(): Promise<void> {
  await change('/v2/session', undefined, 'DELETE');
}

export type Session = Answer<'/v2/session'>['data'];

/** The generator makes alternatives of the parts of this schema; this type combines them. */
export type Transaction = Extract<Schemas['Transaction'], { held: boolean }> & {
  type: Schemas['DocumentType'];
  content: unknown;
};
/** A transaction without its content. */
export type RelatedTransaction = Schemas['RelatedTransaction'];
export type Related = Schemas['RelatedAnswer']['data'];
export interface TransactionPage {
  items: Transaction[];
  nextCursor: string | null;
}
type OfList = '/v2/all-transactions' | '/admin/transactions';
export const getTransactions = async (path: OfList, asked: Asked) =>
  (await get(path, asked)) as unknown as TransactionPage;
/** Keeps every digit of every number of the contents. */
export const getExactTransactions = async (path: OfList, asked: Asked) =>
  exactJson(await getText(path, asked)) as TransactionPage;
/** Keeps every digit of every number of the content. */
export const getTransaction = async (path: `${OfList}/{id}`, asked: Asked) =>
  exactJson(await getText(path, asked)) as { data: Transaction };

export type Case = Schemas['Case'];

/** A case, and the seal of its link, which opens it without a token. */
export interface LinkTo {
  id: string;
  link: string;
}
export async function getLinkedCase({ id, link }: LinkTo, signal: AbortSignal): Promise<Case> {
  const url = addressOf(`/v2/errors/${encodeURIComponent(id)}`, { link });
  const headers = { Accept: 'application/json' };
  const text = await ask(url, { headers, signal, credentials: 'omit' });
  return (JSON.parse(text) as Answer<'/v2/errors/{id}'>).data;
}
