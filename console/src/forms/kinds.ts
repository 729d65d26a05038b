/** Returns true if documents of the kind become e-invoices. */
export const hasEInvoice = (kind: string) => kind === 'INVOICE' || kind === 'CREDIT_NOTE';

const ublKinds = [
  'ORDER',
  'ORDER_RESPONSE',
  'SHIPPING_NOTICE',
  'RECEIVAL_NOTICE',
  'PRODUCT_CATALOG',
  'REMITTANCE_ADVICE',
  'INVENTORY_REPORT',
];

/** Returns true if documents of the kind, which is not an invoice, become documents of UBL 2.1. */
export const hasUbl = (kind: string) => ublKinds.includes(kind);

/** The rules that a recipient can demand of a document as an e-invoice. */
export const rulesOf = (kind: string) => (hasEInvoice(kind) ? ['en16931', 'peppol', 'xrechnung'] : []);
