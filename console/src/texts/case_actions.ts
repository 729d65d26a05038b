// The texts of the actions on one case.
const english = {
  comment: 'Comment',
  commentAndResolve: 'Add the comment and resolve',
  commentAndReopen: 'Add the comment and reopen',
  commented: 'The comment was added to the history.',
};

type CaseActionTexts = typeof english;

const german: CaseActionTexts = {
  comment: 'Kommentieren',
  commentAndResolve: 'Kommentar hinzufügen und erledigen',
  commentAndReopen: 'Kommentar hinzufügen und wieder öffnen',
  commented: 'Der Kommentar wurde dem Verlauf hinzugefügt.',
};

export const caseActionTexts = { en: english, de: german };
