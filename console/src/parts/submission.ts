// The state of a form that sends a change.
import { useState } from 'react';

import { Refusal } from '../api';
import { renewAll } from '../queries';

export interface Submission {
  /** The reason why the last change was not made. */
  failure: Error | undefined;
  isAsking: boolean;
  /** Returns true if the work succeeded. */
  submit: (work: () => Promise<void>) => Promise<boolean>;
}

export function useSubmission(): Submission {
  const [failure, setFailure] = useState<Error>();
  const [isAsking, setIsAsking] = useState(false);
  const submit = async (work: () => Promise<void>) => {
    setIsAsking(true);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (reason) {
      setFailure(reason instanceof Error ? reason : new Error(String(reason)));
      return false;
    } finally {
      setIsAsking(false);
    }
  };
  return { failure, isAsking, submit };
}

/** The pages request their data again after each change. A refused change may have been too late. */
export function useRenewingSubmission(): Submission {
  const { submit, ...state } = useSubmission();
  const renewing = (work: () => Promise<void>) =>
    submit(async () => {
      try {
        await work();
      } finally {
        await renewAll();
      }
    });
  return { ...state, submit: renewing };
}

const isAt = (field: string, path: string) => path === field || path.startsWith(`${field}.`);
const faultsOf = (failure: Error | undefined) => (failure instanceof Refusal ? failure.faults : []);

/** Returns the sentences of a refusal about a field. */
export function faultAt(failure: Error | undefined, field: string): string | undefined {
  const faults = faultsOf(failure).filter(({ path }) => isAt(field, path));
  return faults.map(({ message }) => message).join(' ') || undefined;
}

/** Returns true if each sentence of a refusal is about one of the fields. */
export function isAtFields(failure: Error | undefined, fields: readonly string[]): boolean {
  const faults = faultsOf(failure);
  return faults.length > 0 && faults.every(({ path }) => fields.some((field) => isAt(field, path)));
}
