import { Button } from '@mantine/core';

import { ConfirmDialog } from '../parts/dialog';
import { useSubmission } from '../parts/submission';
import { useAdministration } from '../texts/administration';
import { filled } from '../texts/texts';
import { setStatus, type RelationshipStatus } from './requests';

interface Named {
  id: string;
  name: string;
}

export interface Pair {
  from: Named;
  to: Named;
  status: RelationshipStatus | 'none';
}

interface OfActions {
  of: Pair;
  onBlock: () => void;
  onAccepted?: () => void;
}

/** Accepts one direction between two participants. The caller opens the dialog that blocks it. */
export function RelationshipActions({ of, onBlock, onAccepted }: OfActions) {
  const a = useAdministration();
  const { failure, isAsking, submit } = useSubmission();
  const names = filled(a.sendsTo, { from: of.from.name, to: of.to.name });
  const accept = async () => {
    await setStatus({ from: of.from.id, to: of.to.id }, 'active');
    onAccepted?.();
  };
  return (
    <span className="row">
      {of.status !== 'active' && (
        <Button
          size="xs"
          loading={isAsking}
          aria-label={`${a.accept}: ${names}`}
          onClick={() => void submit(accept)}
        >
          {a.accept}
        </Button>
      )}
      {of.status !== 'blocked' && (
        <Button variant="default" size="xs" aria-label={`${a.block}: ${names}`} onClick={onBlock}>
          {a.block}
        </Button>
      )}
      {failure && <span role="alert">{failure.message}</span>}
    </span>
  );
}

export function BlockRelationship({ of, onClose }: { of: Pair; onClose: () => void }) {
  const a = useAdministration();
  const names = { from: of.from.name, to: of.to.name };
  return (
    <ConfirmDialog
      title={filled(a.blockOf, names)}
      action={a.block}
      onClose={onClose}
      onConfirm={() => setStatus({ from: of.from.id, to: of.to.id }, 'blocked')}
    >
      <p>{filled(a.blockWhy, names)}</p>
    </ConfirmDialog>
  );
}
