// The texts of moving a document to another participant.
const english = {
  move: 'Move to another participant',
  to: 'New recipient',
  help: 'Use this if the document reached the wrong participant. The sender and the old recipient read the reason.',
  choose: 'Choose the participant that is to receive the document.',
};

type MovingTexts = typeof english;

const german: MovingTexts = {
  move: 'Zu einem anderen Teilnehmer verschieben',
  to: 'Neuer Empfänger',
  help: 'Für einen Beleg, der den falschen Teilnehmer erreicht hat. Absender und alter Empfänger lesen den Grund.',
  choose: 'Wählen Sie den Teilnehmer, der den Beleg erhalten soll.',
};

export const movingTexts = { en: english, de: german };
