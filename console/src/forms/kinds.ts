/** Returns true if documents of the kind become e-invoices. */
export const hasEInvoice = (kind: string) => kind === 'INVOICE' || kind === 'CREDIT_NOTE';

/** The rules that a recipient can demand of a document as an e-invoice. */
export const rulesOf = (kind: string) => (hasEInvoice(kind) ? ['en16931', 'peppol', 'xrechnung'] : []);
