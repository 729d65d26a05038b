// The state of an inbox, and the order of inboxes by trouble.
import type { Schemas } from '../api';

export type Queue = Schemas['WaitingQueue'];

/** The states, worst first. */
const states = ['stopped', 'unpolled', 'waiting', 'failed', 'held', 'quiet'] as const;
export type QueueState = (typeof states)[number];

export function queueState({ isOverdue, pending, lastPoll, failed, held }: Queue): QueueState {
  if (isOverdue) return 'stopped';
  if (pending > 0) return lastPoll === null ? 'unpolled' : 'waiting';
  if (failed > 0) return 'failed';
  return held > 0 ? 'held' : 'quiet';
}

/** Sorts by state, then by the oldest waiting document, then by name. */
export function byTrouble(one: Queue, other: Queue): number {
  const place = (queue: Queue) => states.indexOf(queueState(queue));
  const since = ({ oldest }: Queue) => oldest ?? '9999';
  return (
    place(one) - place(other) ||
    since(one).localeCompare(since(other)) ||
    one.participant.name.localeCompare(other.participant.name)
  );
}
