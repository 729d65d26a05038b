// Requests about the own webhooks.
import { change, type Schemas } from '../api';

export type Webhook = Schemas['Webhook'];
export type WebhookCall = Schemas['WebhookCall'];
export type EventType = Schemas['WebhookEventType'];
export type NewWebhook = Schemas['NewWebhook'];

export const eventTypes: EventType[] = ['transaction.pending', 'transaction.reported', 'case.opened'];

const listPath = '/v2/profile/webhooks';
const pathOf = (id: string) => `${listPath}/${encodeURIComponent(id)}`;

export async function addWebhook(url: string, events: EventType[]): Promise<NewWebhook> {
  return JSON.parse(await change(listPath, { url, events })) as NewWebhook;
}

export async function changeWebhook(id: string, to: Schemas['WebhookChange']) {
  return (JSON.parse(await change(pathOf(id), to, 'PUT')) as Schemas['WebhookChanged']).data;
}

export async function removeWebhook(id: string): Promise<void> {
  await change(pathOf(id), undefined, 'DELETE');
}

/** Sends the waiting events now. */
export async function redeliver(id: string): Promise<Webhook> {
  return (JSON.parse(await change(`${pathOf(id)}/redeliver`)) as Schemas['WebhookAnswer']).data;
}

/** Sends the event of a call again. */
export async function replay(id: string, delivery: string): Promise<WebhookCall> {
  const text = await change(`${pathOf(id)}/deliveries/${encodeURIComponent(delivery)}/replay`);
  return (JSON.parse(text) as Schemas['WebhookCallAnswer']).data;
}

export async function sendTest(id: string): Promise<WebhookCall> {
  return (JSON.parse(await change(`${pathOf(id)}/test`)) as Schemas['WebhookCallAnswer']).data;
}
