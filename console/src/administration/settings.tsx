// The settings of the exchange that operators change while it runs.
import { useQuery } from '@tanstack/react-query';

import { get } from '../api';
import { Loaded, NoPage } from '../parts/states';
import { useTitle } from '../parts/title';
import { mayOperate, useSession } from '../queries';
import { HostsSection } from '../settings/hosts';
import { NetworkSection } from '../settings/network';
import { OperatorsSection } from '../settings/operators';
import { RangesSection } from '../settings/ranges';
import { RetentionSection } from '../settings/retention';
import { useTexts } from '../texts/texts';

export function SettingsPage() {
  return useSession().role === 'operator' ? <All /> : <NoPage />;
}

function All() {
  const { t } = useTexts();
  const canChange = mayOperate(useSession());
  useTitle(t.settings);
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => get('/admin/settings', { signal }),
  });
  return (
    <div className="stack">
      <h1>{t.settings}</h1>
      <Loaded query={query}>
        {({ data }) => (
          <>
            <NetworkSection of={data.network} canChange={canChange} />
            <RetentionSection of={data.retention.rules} canChange={canChange} />
            <HostsSection of={data.webhookTargets.targets} canChange={canChange} />
          </>
        )}
      </Loaded>
      <RangesSection canChange={canChange} />
      <OperatorsSection canChange={canChange} />
    </div>
  );
}
