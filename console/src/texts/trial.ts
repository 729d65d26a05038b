// The texts of the requirements of a participant, for operators.
const english = {
  title: 'Requirements for received documents',
  help:
    'Documents for this participant that do not meet a requirement are refused. ' +
    'The sender gets the reason at once.',
  none: 'The participant has no requirements of its own.',
  addTo: 'Add the requirement to {name}?',
  result: 'Of the newest {of} documents since {since}, all requirements together would have refused {refused}.',
  noDocuments: 'The participant has received no documents in the last 30 days.',
};

type TrialTexts = typeof english;

const german: TrialTexts = {
  title: 'Anforderungen an empfangene Belege',
  help:
    'Belege an diesen Teilnehmer, die eine Anforderung nicht erfüllen, werden abgewiesen. ' +
    'Der Absender erfährt den Grund sofort.',
  none: 'Der Teilnehmer hat keine eigenen Anforderungen.',
  addTo: 'Anforderung für {name} hinzufügen?',
  result: 'Von den neuesten {of} Belegen seit {since} hätten alle Anforderungen zusammen {refused} abgewiesen.',
  noDocuments: 'Der Teilnehmer hat in den letzten 30 Tagen keine Belege erhalten.',
};

export const trialTexts = { en: english, de: german };
