// The texts of documents in other forms.
const english = {
  forms: 'Save in another form',
  refused: 'The document cannot take the form {form}. Each rule that it would break:',
  lost: 'The file of the form {form} is saved. It does not carry these values, or carries them in part:',
};

type FormTexts = typeof english;

const german: FormTexts = {
  forms: 'In anderer Form speichern',
  refused: 'Der Beleg kann die Form {form} nicht annehmen. Die Regeln, die er verletzen würde:',
  lost: 'Die Datei der Form {form} ist gespeichert. Sie enthält diese Werte nicht oder nur zum Teil:',
};

export const formTexts = { en: english, de: german };
