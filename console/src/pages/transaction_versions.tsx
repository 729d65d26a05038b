// The versions of a document, and the changes between two of them.
import { NativeSelect } from '@mantine/core';
import { useQueries, useQuery, type QueryFunctionContext } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { getTransaction, type Session, type Transaction } from '../api';
import { changesBetween } from '../document/changes';
import { Changes } from '../document/changes_table';
import type { Json } from '../document/exact_json';
import { typeOfKind } from '../document/model';
import { Age } from '../parts/age';
import { Loaded } from '../parts/states';
import { Status } from '../parts/status';
import { useSession } from '../queries';
import { filled, useTexts } from '../texts/texts';
import { idOf, newerOf, olderOf, pathOf } from '../transactions/id';

const versionsMax = 20; // on each side

interface Version {
  id: string;
  createdAt: string;
  status: string;
  held: boolean;
}

interface Chain {
  /** The newest version comes first. */
  versions: Version[];
  isCut: boolean;
}

/** Follows the links between versions, beginning with the present one. */
async function chainOf(of: Transaction, session: Session, signal: AbortSignal): Promise<Chain> {
  const version = (row: Transaction): Version => ({
    id: idOf(row, session),
    createdAt: row.createdAt,
    status: row.status,
    held: row.held,
  });
  const follow = async (next: (row: Transaction) => string | undefined) => {
    const found: Version[] = [];
    let id = next(of);
    while (id !== undefined && found.length < versionsMax) {
      const { data } = await getTransaction(pathOf(session), { id, signal });
      found.push(version(data));
      id = next(data);
    }
    return { found, isCut: id !== undefined };
  };
  const newer = await follow((row) => newerOf(row, session));
  const older = await follow((row) => olderOf(row, session));
  return {
    versions: [...newer.found.reverse(), version(of), ...older.found],
    isCut: newer.isCut || older.isCut,
  };
}

export function Versions({ id, of }: { id: string; of: Transaction }) {
  const session = useSession();
  const query = useQuery({
    queryKey: ['versions', session.role, id],
    queryFn: ({ signal }: QueryFunctionContext) => chainOf(of, session, signal),
  });
  return (
    <Loaded query={query}>{(chain) => <ComparedVersions id={id} kind={of.type} chain={chain} />}</Loaded>
  );
}

function ComparedVersions({ id, kind, chain }: { id: string; kind: string; chain: Chain }) {
  const { t, moment, number } = useTexts();
  const { versions } = chain;
  const at = versions.findIndex((version) => version.id === id);
  const [after, setAfter] = useState(id);
  const [before, setBefore] = useState((versions[at + 1] ?? versions[at - 1])?.id ?? id);
  const numbered = versions.map((version, index) => ({
    ...version,
    name: filled(t.versionNumber, { number: number(versions.length - index) }),
  }));
  if (versions.length === 1) return <p className="dim">{t.onlyVersion}</p>;
  const choices = numbered.map(({ id: value, name, createdAt }) => ({
    value,
    label: `${name}, ${moment(createdAt)}`,
  }));
  return (
    <div className="stack">
      <ol className="times">
        {numbered.map((version) => (
          <li key={version.id} className="row">
            {version.id === id ? (
              <strong aria-current="true">{version.name}</strong>
            ) : (
              <Link to="/transactions/$id" params={{ id: version.id }} search={{ tab: 'versions' }}>
                {version.name}
              </Link>
            )}
            <span className="dim">
              <Age at={version.createdAt} />
            </span>
            <Status of={version.status} isHeld={version.held} />
          </li>
        ))}
      </ol>
      {chain.isCut && <p className="dim">{filled(t.versionsCut, { count: versionsMax })}</p>}
      <section className="stack" aria-label={t.whatChanged}>
        <h2>{t.whatChanged}</h2>
        <div className="filters">
          <NativeSelect
            className="broad"
            label={t.olderVersion}
            value={before}
            data={choices}
            onChange={(event) => setBefore(event.currentTarget.value)}
          />
          <NativeSelect
            className="broad"
            label={t.newerVersion}
            value={after}
            data={choices}
            onChange={(event) => setAfter(event.currentTarget.value)}
          />
        </div>
        <Compared key={`${before} ${after}`} kind={kind} ids={[before, after]} />
      </section>
    </div>
  );
}

function Compared({ kind, ids }: { kind: string; ids: [string, string] }) {
  const { t } = useTexts();
  const session = useSession();
  const path = pathOf(session);
  const [older, newer] = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['transaction', path, id],
      queryFn: ({ signal }: QueryFunctionContext) => getTransaction(path, { id, signal }),
    })),
  });
  const before = older?.data?.data.content as Json | undefined;
  const after = newer?.data?.data.content as Json | undefined;
  const changes = useMemo(
    () =>
      before === undefined || after === undefined || before === null || after === null
        ? undefined
        : changesBetween(before, after, typeOfKind(kind)),
    [before, after, kind],
  );
  if (older && older.data === undefined) return <Loaded query={older}>{() => null}</Loaded>;
  if (newer && newer.data === undefined) return <Loaded query={newer}>{() => null}</Loaded>;
  if (changes === undefined) return <p className="dim">{t.notComparable}</p>;
  if (changes.length === 0) return <p className="dim">{t.noChanges}</p>;
  return <Changes of={changes} />;
}
