import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { RenewingClient } from './renewing_client';

test('a change during the first request is shown', async () => {
  const answers: ((data: string) => void)[] = [];
  const client = new RenewingClient();
  const observer = new QueryObserver(client, {
    queryKey: ['tokens'],
    queryFn: () => new Promise<string>((answer) => answers.push(answer)),
  });
  const stop = observer.subscribe(() => undefined);
  expect(answers).toHaveLength(1);
  const renewed = client.invalidateQueries({ queryKey: ['tokens'] });
  answers[0]?.('before the change');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('after the change');
  await renewed;
  expect(client.getQueryData(['tokens'])).toBe('after the change');
  expect(answers).toHaveLength(2);
  stop();
});

test('data that is there is requested once', async () => {
  let count = 0;
  const client = new RenewingClient();
  const observer = new QueryObserver(client, { queryKey: ['tokens'], queryFn: () => Promise.resolve((count += 1)) });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => client.getQueryData(['tokens'])).toBe(1);
  await client.invalidateQueries();
  expect(count).toBe(2);
  stop();
});
