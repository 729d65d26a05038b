// The texts of documents in other forms.
const english = {
  eInvoice: 'E-invoice',
  refused: 'The document cannot become an e-invoice of the form {form}. Each rule that it would break:',
};

type FormTexts = typeof english;

const german: FormTexts = {
  eInvoice: 'E-Rechnung',
  refused: 'Aus dem Beleg kann keine E-Rechnung der Form {form} werden. Die Regeln, die er verletzen würde:',
};

export const formTexts = { en: english, de: german };
