import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';

import { useSubmission } from '../parts/submission';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';
import { setHosts } from './requests';
import { useSettingSaving } from './saving';

/** The hosts that webhooks may call. */
export function HostsSection({ of, canChange }: { of: string[]; canChange: boolean }) {
  const { t } = useTexts();
  const a = useAdministration();
  const [text, setText] = useState(of.join('\n'));
  const { failure, isAsking, submit } = useSubmission();
  const { isSaved, onEdit, save, notice } = useSettingSaving({
    of,
    read: ({ webhookTargets }) => webhookTargets.targets,
    onLoad: (targets) => setText(targets.join('\n')),
  });
  return (
    <section className="card stack" aria-label={a.hosts}>
      <h2>{a.hosts}</h2>
      <form
        className="stack narrow"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(() => save(() => setHosts(text.split(/\s+/).filter(Boolean))));
        }}
      >
        <Textarea
          label={a.hostNames}
          description={a.hostsHelp}
          classNames={{ input: 'source' }}
          rows={Math.min(12, Math.max(3, of.length + 1))}
          value={text}
          disabled={!canChange}
          error={failure?.message}
          errorProps={{ role: 'alert' }}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onEdit();
          }}
        />
        {notice}
        {canChange && (
          <div className="row">
            <Button type="submit" loading={isAsking}>
              {t.save}
            </Button>
            {isSaved && <span role="status">{t.saved}</span>}
          </div>
        )}
      </form>
    </section>
  );
}
