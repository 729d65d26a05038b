// The states without data: it is loading, or the request failed.
import { Button, Loader } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Refusal } from '../api';
import { filled, useTexts } from '../texts/texts';
import { useTitle } from './title';

export function Waiting() {
  const { t } = useTexts();
  return (
    <p className="row dim" role="status">
      <Loader size="xs" aria-hidden /> {t.loading}
    </p>
  );
}

export function Failure({ error, again }: { error: unknown; again: () => void }) {
  const { t } = useTexts();
  const status = error instanceof Refusal ? error.status : 0;
  if (status === 404) return <p role="alert">{t.notThere}</p>;
  if (status === 403) return <p role="alert">{t.notAllowed}</p>;
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <div className="row" role="alert">
      <span className="any">{filled(t.failed, { reason })}</span>
      <Button variant="default" size="xs" onClick={again}>
        {t.tryAgain}
      </Button>
    </div>
  );
}

/** Shows the data of a query as soon as they have arrived. */
export function Loaded<Data>(props: {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error) return <Failure error={error} again={() => void refetch()} />;
  return <Waiting />;
}

export function NoPage() {
  const { t } = useTexts();
  useTitle(t.notFound);
  return (
    <div className="stack">
      <h1>{t.notFound}</h1>
      <p>
        <Link to="/overview">{t.toOverview}</Link>
      </p>
    </div>
  );
}
