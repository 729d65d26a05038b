// The actions that a document allows to a user.
import type { Session, Transaction } from '../api';
import { derivedKinds } from '../document/model';
import { may, mayOperate } from '../queries';

const hasFailed = ({ status, isLatestVersion }: Transaction) =>
  isLatestVersion && (status === 'FAILED' || status === 'DROPPED');

/** The sender can replace a document that was not processed. */
export const isCorrectable = (of: Transaction, session: Session) =>
  of.direction === 'sent' && hasFailed(of) && of.content !== null && may(session, 'send');

export const isProcessable = (of: Transaction, session: Session) =>
  of.direction === 'received' &&
  !of.held &&
  (of.status === 'PENDING' || of.status === 'FAILED') &&
  may(session, 'report');

export const isRequeueable = (of: Transaction, session: Session) =>
  hasFailed(of) &&
  of.content !== null &&
  (mayOperate(session) || may(session, of.direction === 'sent' ? 'send' : 'report'));

const derivable = (of: Transaction, session: Session) =>
  of.isLatestVersion && !of.held && of.content !== null && may(session, 'send')
    ? derivedKinds(of.type, of.direction === 'sent' ? 'sender' : 'recipient')
    : [];

export const isDiscardable = (of: Transaction, session: Session) =>
  of.status === 'PENDING' && mayOperate(session);

/** An operator hands a document that was not processed to another participant. */
const isMovable = (of: Transaction, session: Session) =>
  (of.status === 'PENDING' || hasFailed(of)) &&
  of.isLatestVersion &&
  of.content !== null &&
  mayOperate(session);

/** Returns all actions that a document allows to a user. */
export const actionsOn = (of: Transaction, session: Session) => ({
  canProcess: isProcessable(of, session),
  canCorrect: isCorrectable(of, session),
  canRequeue: isRequeueable(of, session),
  canDiscard: isDiscardable(of, session),
  canMove: isMovable(of, session),
  kinds: derivable(of, session),
});
