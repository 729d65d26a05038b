// The texts of drafts that the exchange keeps.
const english = {
  lead:
    'Documents that you or your colleagues have begun and not sent. ' +
    'They are removed 90 days after the last change.',
  none: 'You have no drafts. A document that you begin is saved here until it is sent.',
  draft: 'Draft',
  partner: 'Partner',
  lastChange: 'Last change',
  discard: 'Discard',
  discardOf: 'Discard the draft: {name}',
  discardHelp: 'The draft is removed for you and your colleagues. This cannot be undone.',
  saving: 'Saving …',
  saved: 'Saved',
  notSaved: 'Not saved. The text is in this browser only.',
  changedTitle: 'Changed elsewhere',
  changed: '{name} changed this draft {age}. Your text is not saved.',
  begunElsewhere: '{name} has a draft of this document, changed {age}. Your text is not saved.',
  removed: 'This draft was sent or discarded elsewhere. Your text is not saved.',
  loadOther: 'Load the other version',
  keepOwn: 'Keep mine as a new draft',
  aProgram: 'A program',
  notThere: 'This draft was sent or discarded.',
  toDrafts: 'To the drafts',
};

type DraftTexts = typeof english;

const german: DraftTexts = {
  lead:
    'Belege, die Sie oder Ihr Team begonnen und nicht gesendet haben. ' +
    '90 Tage nach der letzten Änderung werden sie entfernt.',
  none: 'Sie haben keine Entwürfe. Ein begonnener Beleg wird hier gespeichert, bis er gesendet ist.',
  draft: 'Entwurf',
  partner: 'Partner',
  lastChange: 'Letzte Änderung',
  discard: 'Verwerfen',
  discardOf: 'Entwurf verwerfen: {name}',
  discardHelp: 'Der Entwurf wird für Sie und Ihr Team entfernt. Das lässt sich nicht rückgängig machen.',
  saving: 'Wird gespeichert …',
  saved: 'Gespeichert',
  notSaved: 'Nicht gespeichert. Der Text ist nur in diesem Browser.',
  changedTitle: 'Anderswo geändert',
  changed: '{name} hat diesen Entwurf {age} geändert. Ihr Text ist nicht gespeichert.',
  begunElsewhere: '{name} hat einen Entwurf dieses Belegs, geändert {age}. Ihr Text ist nicht gespeichert.',
  removed: 'Dieser Entwurf wurde anderswo gesendet oder verworfen. Ihr Text ist nicht gespeichert.',
  loadOther: 'Andere Fassung laden',
  keepOwn: 'Meinen als neuen Entwurf behalten',
  aProgram: 'Ein Programm',
  notThere: 'Dieser Entwurf wurde gesendet oder verworfen.',
  toDrafts: 'Zu den Entwürfen',
};

export const draftTexts = { en: english, de: german };
