import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import { ConfirmDialog } from '../parts/dialog';
import { faultAt } from '../parts/submission';
import { useAdministration } from '../texts/administration';
import { filled, useTexts } from '../texts/texts';
import { setRetention, type RetentionRule } from './requests';
import { allKinds, daysOf, rulesOf, type Days, type DaysByKind, type Kind } from './rules';
import { useSettingSaving } from './saving';

/** How long documents are kept. Removed documents cannot be restored, so a change is confirmed. */
export function RetentionSection({ of, canChange }: { of: RetentionRule[]; canChange: boolean }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [days, setDays] = useState(() => daysOf(of));
  const [isAsked, setIsAsked] = useState(false);
  const [failure, setFailure] = useState<Error>();
  const { isSaved, onEdit, save, notice } = useSettingSaving({
    of,
    read: ({ retention }) => retention.rules,
    onLoad: (rules) => setDays(daysOf(rules)),
  });
  const saveDays = async () => {
    try {
      setFailure(undefined);
      await save(() => setRetention(rulesOf(days).rules));
    } catch (reason) {
      if (reason instanceof Error) setFailure(reason);
      throw reason;
    }
  };
  const set = (kind: Kind, changed: Partial<Days>) => {
    setDays({ ...days, [kind]: { ...days[kind], ...changed } });
    onEdit();
  };
  return (
    <section className="card stack" aria-label={a.retention}>
      <h2>{a.retention}</h2>
      <p className="dim">{a.retentionHelp}</p>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          setIsAsked(true);
        }}
      >
        <RulesTable of={days} canChange={canChange} failure={failure} onChange={set} />
        {notice}
        {canChange && (
          <div className="row">
            <Button type="submit">{t.save}</Button>
            {isSaved && <span role="status">{t.saved}</span>}
          </div>
        )}
      </form>
      {isAsked && (
        <ConfirmDialog
          title={a.changeRetention}
          action={t.save}
          onConfirm={saveDays}
          onClose={() => setIsAsked(false)}
        >
          <p>{a.retentionWhy}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

interface OfTable {
  of: DaysByKind;
  canChange: boolean;
  failure: Error | undefined;
  onChange: (kind: Kind, changed: Partial<Days>) => void;
}

function RulesTable({ of, canChange, failure, onChange }: OfTable) {
  const { t } = useTexts();
  const a = useAdministration();
  const { kinds: named } = rulesOf(of);
  const columns = [
    ['content', a.contentDays],
    ['row', a.rowDays],
  ] as const;
  return (
    <table className="retention" aria-label={a.retention}>
      <thead>
        <tr>
          <th scope="col">{t.kind}</th>
          <th scope="col">{a.contentDays}</th>
          <th scope="col">{a.rowDays}</th>
        </tr>
      </thead>
      <tbody>
        {allKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t.kinds[kind]}</th>
            {columns.map(([name, column]) => (
              <td key={name}>
                <TextInput
                  size="xs"
                  inputMode="numeric"
                  pattern="[0-9]*"
                  aria-label={filled(a.retentionOf, { kind: t.kinds[kind] ?? kind, column })}
                  value={of[kind][name]}
                  disabled={!canChange}
                  error={faultAt(failure, `rules.${named.indexOf(kind)}.${name}Days`)}
                  onChange={(event) => { onChange(kind, { [name]: event.currentTarget.value }); }}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
