// A document in other forms: a PDF file, the text that was sent, a message of EDIFACT, a document of
// UBL, and an invoice or a credit note as an e-invoice. A refusal names each broken rule. Values that
// the file does not carry are listed.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { addressOf, get, getForm, Refusal, type Fault, type Schemas } from '../api';
import { wordsAt } from '../document/marked_text';
import { saveFile } from '../parts/saved_file';
import { Failure } from '../parts/states';
import { ToFile } from '../parts/to_file';
import { formTexts } from '../texts/forms';
import { filled, useTexts, useTextsOf } from '../texts/texts';
import { hasEInvoice, hasUbl } from './kinds';

const eInvoices = [
  { format: 'xrechnung', name: 'XRechnung', ending: 'xml' },
  { format: 'zugferd', name: 'ZUGFeRD (PDF)', ending: 'pdf' },
  { format: 'ubl', name: 'Peppol BIS (UBL)', ending: 'xml' },
  { format: 'cii', name: 'EN 16931 (CII)', ending: 'xml' },
];

const edifact = { format: 'edifact', name: 'EDIFACT', ending: 'edi' };
const ubl = { format: 'ubl', name: 'UBL', ending: 'xml' };
const original = { format: 'original', name: 'Original', ending: 'json' };

const formsOf = (kind: string) => [
  ...(hasEInvoice(kind) ? eInvoices : []),
  edifact,
  ...(hasUbl(kind) ? [ubl] : []),
  original,
];

// The original may have another form than JSON.
const endingsByMedia: Record<string, string> = { 'application/edifact': 'edi', 'application/xml': 'xml' };

type Form = typeof edifact;

interface OfDocument {
  id: string;
  kind: string;
  name: string;
  /** The name of a saved file without its ending. */
  fileName: string;
}

export function OtherForms({ id, kind, name, fileName }: OfDocument) {
  const { language } = useTexts();
  const own = useTextsOf(formTexts);
  const saving = useMutation({
    mutationFn: async ({ format, ending }: Form) => {
      const file = await getForm(id, format, language);
      saveFile([file], `${fileName}-${format}.${endingsByMedia[file.type] ?? ending}`, file.type);
      if (format === original.format) return [];
      const { data } = await get('/v2/all-transactions/{id}/content/losses', { id, query: { format } });
      return data.losses;
    },
  });
  const { data: losses = [], error, variables: form } = saving;
  const isRefused = error instanceof Refusal && error.faults.length > 0;
  const pdf = addressOf(`/v2/all-transactions/${id}/content`, { format: 'pdf', language });
  return (
    <div className="stack tight no-print">
      <div className="row">
        <ToFile href={pdf} name="PDF" about={name} />
        <div className="row" role="group" aria-label={own.forms}>
          {formsOf(kind).map((one) => (
            <Button
              key={one.format}
              variant="default"
              size="xs"
              disabled={saving.isPending}
              onClick={() => saving.mutate(one)}
            >
              {one.name}
            </Button>
          ))}
        </div>
      </div>
      {isRefused && form && <BrokenRules form={form} faults={error.faults} />}
      {losses.length > 0 && form && <Losses form={form} losses={losses} />}
      {error && !isRefused && <Failure error={error} again={() => saving.mutate(form)} />}
    </div>
  );
}

// A code is e_invoice.BR-DE-2.broken_rule.
const ruleOf = ({ code }: Fault) => code?.split('.')[1] ?? '';

function BrokenRules({ form, faults }: { form: Form; faults: Fault[] }) {
  const texts = useTexts();
  const own = useTextsOf(formTexts);
  return (
    <div role="alert" className="stack tight">
      <p>{filled(own.refused, { form: form.name })}</p>
      <ul className="faults">
        {faults.map((fault, index) => (
          <li key={index}>
            <strong className="any">{wordsAt(fault.path, texts)}</strong> <code>{ruleOf(fault)}</code>
            <p className="any">{fault.message}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Losses({ form, losses }: { form: Form; losses: Schemas['Loss'][] }) {
  const texts = useTexts();
  const own = useTextsOf(formTexts);
  return (
    <div role="status" className="stack tight">
      <p>{filled(own.lost, { form: form.name })}</p>
      <ul>
        {losses.map(({ path, message }) => (
          <li key={path}>
            <strong className="any">{wordsAt(path, texts)}</strong> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
