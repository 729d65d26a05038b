import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';

import { ProveSecret, RecoveryCodes } from '../account/proposal';
import { Refusal, signInPerson, type Proposal, type SignedIn } from '../api';
import { useSubmission } from '../parts/submission';
import { setSession } from '../queries';
import { useTexts } from '../texts/texts';

/** The exchange asks for a code if the person has a second factor. */
const codeDetails = ['code_needed', 'code_wrong'];

interface OfPasswordForm {
  /** A second factor is set up now. */
  onSecondFactor: () => void;
}

export function PasswordForm({ onSecondFactor }: OfPasswordForm) {
  const { t } = useTexts();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isCodeNeeded, setIsCodeNeeded] = useState(false);
  const [proposal, setProposal] = useState<Proposal>();
  const [signedIn, setSignedIn] = useState<SignedIn>();
  const { failure, isAsking, submit } = useSubmission();
  const error = failure?.message;

  const send = async (factor: { code?: string; proof?: string }) => {
    const answer = await signInPerson({ email: email.trim(), password, ...factor });
    if ('proof' in answer) {
      setProposal(answer);
      onSecondFactor();
    } else if (answer.recoveryCodes) setSignedIn(answer);
    else setSession(answer);
  };
  /** A secret that has expired is replaced, and the reason is shown. */
  const prove = async (factor: { code: string; proof: string }) => {
    try {
      await send(factor);
    } catch (reason) {
      if (reason instanceof Refusal && reason.status === 422) await send({});
      throw reason;
    }
  };
  const signIn = async () => {
    try {
      await send(code ? { code } : {});
    } catch (reason) {
      if (reason instanceof Refusal && codeDetails.includes(reason.detail ?? ''))
        setIsCodeNeeded(true);
      throw reason;
    }
  };

  if (signedIn) {
    return (
      <div className="stack">
        <h1>{t.product}</h1>
        <RecoveryCodes codes={signedIn.recoveryCodes ?? []} />
        <Button onClick={() => { setSession(signedIn); }}>{t.continue}</Button>
      </div>
    );
  }
  if (proposal) {
    return (
      <div className="stack">
        <h1>{t.product}</h1>
        <p>{t.secondFactorRequired}</p>
        <ProveSecret
          proposal={proposal}
          onCode={(codeOfApp) => prove({ code: codeOfApp, proof: proposal.proof })}
        />
      </div>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(signIn);
      }}
    >
      <h1>{t.product}</h1>
      <TextInput
        label={t.email}
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => { setEmail(event.currentTarget.value); }}
        required
        withAsterisk={false}
      />
      <PasswordInput
        label={t.password}
        autoComplete="current-password"
        value={password}
        onChange={(event) => { setPassword(event.currentTarget.value); }}
        error={isCodeNeeded ? undefined : error}
        errorProps={{ role: 'alert' }}
        required
        withAsterisk={false}
      />
      {isCodeNeeded && (
        <TextInput
          label={t.code}
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => { setCode(event.currentTarget.value); }}
          error={error}
          errorProps={{ role: 'alert' }}
          required
          withAsterisk={false}
        />
      )}
      <Button type="submit" loading={isAsking}>
        {t.signIn}
      </Button>
    </form>
  );
}
