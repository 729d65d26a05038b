// Exports all results of the filters as CSV, read page by page.
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

import { Refusal, type Session, type Transaction } from '../api';
import { dateOf, numberOf } from '../document/model';
import { csvLine, saveCsv } from '../parts/csv';
import { useSession } from '../queries';
import type { Filters } from '../search';
import { filled, useTexts } from '../texts/texts';
import type { Wording } from '../texts/wording';
import { idOf } from './id';
import { pageOf } from './query';

const rowsMax = 10_000;
const pageRows = 100;
const triesMax = 6;

type Progress =
  | { is: 'idle' }
  | { is: 'reading'; rows: number }
  | { is: 'done'; rows: number; isCut: boolean }
  | { is: 'failed'; reason: string };

export function Export({ filters }: { filters: Filters }) {
  const wording = useTexts();
  const { t, number } = wording;
  const session = useSession();
  const [progress, setProgress] = useState<Progress>({ is: 'idle' });
  const reading = useRef<AbortController>(undefined);
  // Other filters need another file.
  useEffect(() => {
    setProgress({ is: 'idle' });
    return () => reading.current?.abort();
  }, [filters]);
  const start = async () => {
    const control = new AbortController();
    reading.current = control;
    setProgress({ is: 'reading', rows: 0 });
    try {
      const lines = [heading(wording)];
      let cursor: string | null | undefined;
      while (cursor !== null && lines.length <= rowsMax) {
        const asked = { ...filters, cursor };
        const page = await patiently(control.signal, () =>
          pageOf(session, { filters: asked, count: pageRows, signal: control.signal }),
        );
        lines.push(...page.items.map((row) => lineOf(row, session, wording)));
        cursor = page.nextCursor;
        setProgress({ is: 'reading', rows: lines.length - 1 });
      }
      const rows = Math.min(lines.length - 1, rowsMax);
      saveCsv(lines.slice(0, rowsMax + 1), `${t.transactions.toLowerCase()}.csv`);
      setProgress({ is: 'done', rows, isCut: cursor !== null || lines.length - 1 > rowsMax });
    } catch (error) {
      if (control.signal.aborted) return;
      setProgress({ is: 'failed', reason: error instanceof Error ? error.message : String(error) });
    }
  };
  const stop = () => {
    reading.current?.abort();
    setProgress({ is: 'idle' });
  };
  return (
    <>
      <span role="status" className="dim">
        {progress.is === 'reading' && filled(t.exporting, { count: number(progress.rows) })}
        {progress.is === 'done' &&
          filled(progress.isCut ? t.exportCut : t.exported, { count: number(progress.rows) })}
        {progress.is === 'failed' && filled(t.failed, { reason: progress.reason })}
      </span>
      {progress.is === 'reading' ? (
        <Button variant="default" size="xs" onClick={stop}>
          {t.cancel}
        </Button>
      ) : (
        <Button variant="default" size="xs" onClick={() => void start()}>
          {t.exportCsv}
        </Button>
      )}
    </>
  );
}

// Repeats a request that exceeds the limits of the exchange, or that the exchange can't answer now.
async function patiently<Page>(signal: AbortSignal, get: () => Promise<Page>): Promise<Page> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await get();
    } catch (error) {
      const isFinal = error instanceof Refusal && error.status !== 429 && error.status < 500;
      if (isFinal || signal.aborted || tries === triesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500 * 2 ** tries));
    }
  }
}

const heading = ({ t }: Wording) =>
  csvLine([
    t.created,
    t.kind,
    t.number,
    t.date,
    t.direction,
    t.sender,
    t.recipient,
    t.agent,
    t.status,
    t.held,
    t.flow,
    t.reason,
    t.transactionId,
  ]);

function lineOf(row: Transaction, session: Session, { t }: Wording): string {
  return csvLine([
    row.createdAt,
    t.kinds[row.type] ?? row.type,
    numberOf(row.type, row.content) ?? '',
    dateOf(row.type, row.content) ?? '',
    row.direction === 'sent' ? t.sent : t.received,
    row.sender.name,
    row.recipient.name,
    row.agent?.name ?? '',
    t.statuses[row.status] ?? row.status,
    row.held ? t.yes : t.no,
    row.flow,
    row.report?.reason ?? '',
    idOf(row, session),
  ]);
}
