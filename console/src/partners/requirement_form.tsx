import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useId, useMemo, useState } from 'react';

import { kinds } from '../document/model';
import { domainsAt, pathsOf } from '../document/paths';
import { rulesOf } from '../forms/kinds';
import { faultAt, useSubmission } from '../parts/submission';
import { partnerTexts } from '../texts/partners';
import { useTexts, useTextsOf } from '../texts/texts';
import type { Requirement } from './requests';

const suggestionsMax = 40;

interface OfForm {
  /** The paths of its faults begin with requirements.0. */
  onAdd: (added: Requirement) => Promise<void>;
}

export function RequirementForm({ onAdd }: OfForm) {
  const { t } = useTexts();
  const own = useTextsOf(partnerTexts);
  const list = useId();
  const [kind, setKind] = useState(kinds[0] ?? '');
  const [path, setPath] = useState('');
  const [domain, setDomain] = useState('');
  const { failure, isAsking, submit } = useSubmission();
  const all = useMemo(() => [...rulesOf(kind), ...pathsOf(kind)], [kind]);
  const typed = path.trim();
  const suggested = all
    .filter((one) => one.toLowerCase().includes(typed.toLowerCase()))
    .slice(0, suggestionsMax);
  const domains = domainsAt(kind, typed);
  const add = async () => {
    const chosen = domains.includes(domain) ? { domain } : {};
    await onAdd({ kind: kind as Requirement['kind'], path: typed, ...chosen });
    setPath('');
  };
  const atPath = faultAt(failure, 'requirements.0.path');
  const atDomain = faultAt(failure, 'requirements.0.domain');
  return (
    <form
      className="card stack tight"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(add);
      }}
    >
      <div className="fields">
        <NativeSelect
          label={t.kind}
          value={kind}
          data={kinds.map((value) => ({ value, label: t.kinds[value] ?? value }))}
          onChange={(event) => { setKind(event.currentTarget.value); }}
        />
        <div>
          <TextInput
            label={own.path}
            list={list}
            value={path}
            onChange={(event) => { setPath(event.currentTarget.value); }}
            error={atPath}
            errorProps={{ role: 'alert' }}
            required
            withAsterisk={false}
          />
          <datalist id={list}>
            {suggested.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
        </div>
        <NativeSelect
          label={own.domain}
          value={domain}
          disabled={domains.length === 0}
          data={[{ value: '', label: own.anyValue }, ...domains]}
          onChange={(event) => { setDomain(event.currentTarget.value); }}
          error={atDomain}
          errorProps={{ role: 'alert' }}
        />
      </div>
      <p className="dim">{own.pathHelp}</p>
      <div className="row">
        <Button type="submit" variant="default" loading={isAsking}>
          {own.addRequirement}
        </Button>
        {failure && !atPath && !atDomain && <span role="alert">{failure.message}</span>}
      </div>
    </form>
  );
}
