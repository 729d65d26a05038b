// The texts of documents in other forms.
const english = {
  eInvoice: 'E-invoice',
  refused: 'The document cannot become an e-invoice of the form {form}. Each rule that it would break:',
  lost: 'The e-invoice of the form {form} is saved. It does not carry these values, or carries them in part:',
};

type FormTexts = typeof english;

const german: FormTexts = {
  eInvoice: 'E-Rechnung',
  refused: 'Aus dem Beleg kann keine E-Rechnung der Form {form} werden. Die Regeln, die er verletzen würde:',
  lost: 'Die E-Rechnung der Form {form} ist gespeichert. Sie enthält diese Werte nicht oder nur zum Teil:',
};

export const formTexts = { en: english, de: german };
