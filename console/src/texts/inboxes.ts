// The texts of the rows of inboxes on a phone.
const english = {
  documents: 'Documents:',
  collected: 'Collected:',
};

type InboxTexts = typeof english;

const german: InboxTexts = {
  documents: 'Belege:',
  collected: 'Abgeholt:',
};

export const inboxTexts = { en: english, de: german };
