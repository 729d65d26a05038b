import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import { useConfirmedSubmission } from '../account/confirmation';
import { Dialog } from '../parts/dialog';
import { DialogForm, NameField } from '../parts/dialog_form';
import { faultAt } from '../parts/submission';
import { useSession } from '../queries';
import { useAdministration } from '../texts/administration';
import { useTexts } from '../texts/texts';
import { NewToken } from './new_token';
import { endOf, type TokenWanted } from './requests';

const allScopes = ['read', 'send', 'report', 'admin'] as const;
type Scope = (typeof allScopes)[number];
type Flow = 'LIVE' | 'TEST';
const fields = ['name', 'scopes', 'expiresAt'];

interface OfAddToken {
  add: (wanted: TokenWanted) => Promise<{ token: string }>;
  onAdded: () => void;
  onClose: () => void;
}

/** Asks for the properties of a new token, and then shows the token. */
export function AddToken({ add, onAdded, onClose }: OfAddToken) {
  const a = useAdministration();
  const [token, setToken] = useState<string>();
  return (
    <Dialog title={token === undefined ? a.addTokenFor : a.newToken} onClose={onClose}>
      {token === undefined ? (
        <Form
          onClose={onClose}
          onWanted={async (wanted) => {
            setToken((await add(wanted)).token);
            onAdded();
          }}
        />
      ) : (
        <NewToken token={token} onReady={onClose} />
      )}
    </Dialog>
  );
}

interface OfForm {
  onWanted: (wanted: TokenWanted) => Promise<void>;
  onClose: () => void;
}

/** Returns the rights that the user can give: at most its own, in the flow of the session. */
function useGiven(): { scopes: Scope[]; flows: [Flow, ...Flow[]] } {
  const { role, scopes = [], flow } = useSession();
  if (role === 'operator') return { scopes: [...allScopes], flows: ['TEST', 'LIVE'] };
  return { scopes: allScopes.filter((scope) => scopes.includes(scope)), flows: [flow ?? 'LIVE'] };
}

function Form({ onWanted, onClose }: OfForm) {
  const { t } = useTexts();
  const a = useAdministration();
  const [name, setName] = useState('');
  const { scopes: possibleScopes, flows } = useGiven();
  const [scopes, setScopes] = useState<Scope[]>(possibleScopes.filter((scope) => scope !== 'admin'));
  const [flow, setFlow] = useState<Flow>(flows[0]);
  const [day, setDay] = useState('');
  const sending = useConfirmedSubmission();
  return (
    <DialogForm
      action={a.addToken}
      sending={sending}
      fields={fields}
      isDisabled={scopes.length === 0}
      onSend={() => onWanted({ name, scopes, flow, expiresAt: day === '' ? null : endOf(day) })}
      onCancel={onClose}
    >
      <NameField
        label={a.label}
        description={a.labelHelp}
        value={name}
        failure={sending.failure}
        onChange={setName}
      />
      <Checkbox.Group
        label={a.scopes}
        value={scopes}
        onChange={(chosen) => { setScopes(allScopes.filter((one) => chosen.includes(one))); }}
        error={faultAt(sending.failure, 'scopes')}
      >
        <div className="stack tight choices-of-form">
          {possibleScopes.map((scope) => (
            <Checkbox key={scope} value={scope} label={a.scopeNames[scope]} />
          ))}
        </div>
      </Checkbox.Group>
      <NativeSelect
        label={t.flow}
        value={flow}
        data={flows.map((value) => ({ value, label: a.flowNames[value] }))}
        onChange={(event) => { setFlow(event.currentTarget.value === 'LIVE' ? 'LIVE' : 'TEST'); }}
      />
      <TextInput
        type="date"
        label={a.expires}
        description={a.expiresHelp}
        value={day}
        onChange={(event) => { setDay(event.currentTarget.value); }}
        error={faultAt(sending.failure, 'expiresAt')}
      />
    </DialogForm>
  );
}
