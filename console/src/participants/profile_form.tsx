// The form of a participant: its name and its identifiers.
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import { Dialog } from '../parts/dialog';
import { DialogForm, NameField } from '../parts/dialog_form';
import { faultAt } from '../parts/submission';
import { useAdministration } from '../texts/administration';
import { filled, useTexts } from '../texts/texts';
import type { Identifier, Profile } from './requests';

const domains = ['GS1', 'DUNS', 'VAT_DE', 'FED_TAX'] as const satisfies Identifier['domain'][];
const nothing: Identifier = { domain: 'GS1', identifier: '' };

interface OfProfileForm {
  title: string;
  help?: string;
  action: string;
  /** Absent for a new participant. */
  of?: Profile;
  onProfile: (profile: Profile) => Promise<void>;
  onClose: () => void;
}

export function ProfileForm({ title, help, action, of, onProfile, onClose }: OfProfileForm) {
  const { t } = useTexts();
  const [name, setName] = useState(of?.name ?? '');
  const [identifiers, setIdentifiers] = useState(of?.identifiers ?? []);
  const shown = identifiers.length === 0 ? [nothing] : identifiers;
  const sending = useConfirmedSubmission();
  const fields = ['name', ...shown.map((_, index) => `identifiers.${index}`)];
  const entered = shown.filter(({ identifier }) => identifier.trim() !== '');
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        action={action}
        sending={sending}
        fields={fields}
        onSend={() => {
          // The answer counts the identifiers that were sent, so empty fields go away.
          setIdentifiers(entered);
          return onProfile({ name, identifiers: entered });
        }}
        onCancel={onClose}
      >
        {help && <p className="dim">{help}</p>}
        <NameField label={t.name} value={name} failure={sending.failure} onChange={setName} />
        <Identifiers of={shown} failure={sending.failure} onChange={setIdentifiers} />
      </DialogForm>
    </Dialog>
  );
}

interface OfIdentifiers {
  of: Identifier[];
  failure: Error | undefined;
  onChange: (identifiers: Identifier[]) => void;
}

function Identifiers({ of, failure, onChange }: OfIdentifiers) {
  const a = useAdministration();
  const set = (at: number, changed: Partial<Identifier>) =>
    onChange(of.map((one, index) => (index === at ? { ...one, ...changed } : one)));
  return (
    <fieldset className="group stack tight">
      <legend>{a.identifiers}</legend>
      {of.map((one, index) => (
        <div key={index} className="pair">
          <NativeSelect
            label={a.domain}
            value={one.domain}
            data={domains.map((value) => ({ value, label: a.domains[value] }))}
            onChange={({ currentTarget }) =>
              set(index, { domain: domains.find((domain) => domain === currentTarget.value) ?? 'GS1' })
            }
          />
          <TextInput
            label={a.identifier}
            value={one.identifier}
            onChange={(event) => { set(index, { identifier: event.currentTarget.value }); }}
            error={faultAt(failure, `identifiers.${index}`)}
          />
          <Button
            variant="default"
            aria-label={filled(a.removeIdentifier, { number: index + 1 })}
            onClick={() => onChange(of.filter((_, place) => place !== index))}
          >
            ×
          </Button>
        </div>
      ))}
      <div>
        <Button variant="default" size="xs" onClick={() => onChange([...of, nothing])}>
          {a.addIdentifier}
        </Button>
      </div>
    </fieldset>
  );
}
