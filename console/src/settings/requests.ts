// Requests of operators about the settings of the exchange.
import { change, type Schemas } from '../api';
import { queries, renewAll } from '../queries';

export type Settings = Schemas['Settings']['data'];
export type RetentionRule = Schemas['RetentionRule'];

async function put(path: string, body: object): Promise<void> {
  await change(path, body, 'PUT');
  await renewAll();
}

export const setNetwork = (mode: Settings['network']['mode']) => put('/admin/network', { mode });
export const setRetention = (rules: RetentionRule[]) => put('/admin/retention', { rules });
export const setHosts = (targets: string[]) => put('/admin/webhook-targets', { targets });

export async function addRange(range: Schemas['SsccRangeRequest']): Promise<void> {
  await change('/admin/sscc-ranges', range);
  await queries.invalidateQueries({ queryKey: ['ranges'] });
}

export async function addOperator(name: string): Promise<Schemas['NewOperator']> {
  const text = await change('/admin/operators', { name });
  await queries.invalidateQueries({ queryKey: ['operators'] });
  return JSON.parse(text) as Schemas['NewOperator'];
}

export async function removeOperator(id: string): Promise<void> {
  await change(`/admin/operators/${encodeURIComponent(id)}`, undefined, 'DELETE');
  await queries.invalidateQueries({ queryKey: ['operators'] });
}
