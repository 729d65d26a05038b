import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';

import { ConfirmDialog } from '../parts/dialog';
import { useSubmission } from '../parts/submission';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';
import { setNetwork, type Settings } from './requests';
import { useSettingSaving } from './saving';

/** Who may trade with whom. Opening the network delivers held documents, so it is confirmed. */
export function NetworkSection({ of, canChange }: { of: Settings['network']; canChange: boolean }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [mode, setMode] = useState(of.mode);
  const [isOpening, setIsOpening] = useState(false);
  const { failure, isAsking, submit } = useSubmission();
  const { isSaved, onEdit, save, notice } = useSettingSaving({
    of: of.mode,
    read: ({ network }) => network.mode,
    onLoad: setMode,
  });
  const saveMode = () => save(() => setNetwork(mode));
  return (
    <section className="card stack" aria-label={a.network}>
      <h2>{a.network}</h2>
      <form
        className="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          if (mode === 'open' && of.mode !== 'open') setIsOpening(true);
          else void submit(saveMode);
        }}
      >
        <NativeSelect
          aria-label={a.network}
          value={mode}
          disabled={!canChange}
          data={(['approved', 'open'] as const).map((value) => ({ value, label: a.networkModes[value] }))}
          onChange={(event) => {
            setMode(event.currentTarget.value === 'open' ? 'open' : 'approved');
            onEdit();
          }}
          description={a.networkMeanings[mode]}
          inputWrapperOrder={['input', 'description', 'error']}
          error={failure?.message}
        />
        {notice}
        {canChange && (
          <div className="row">
            <Button type="submit" loading={isAsking} disabled={mode === of.mode}>
              {t.save}
            </Button>
            {isSaved && <span role="status">{t.saved}</span>}
          </div>
        )}
      </form>
      {isOpening && (
        <ConfirmDialog
          title={a.openTheNetwork}
          action={a.openTheNetwork}
          onConfirm={saveMode}
          onClose={() => setIsOpening(false)}
        >
          <p>{a.openWhy}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
