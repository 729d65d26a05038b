// A table as a file for other programs (RFC 4180): UTF-8, lines that end in CR and LF.
import { saveFile } from './saved_file';

// Spreadsheet programs run a cell with this beginning as a formula.
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text);

function cell(text: string): string {
  const harmless = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const csvLine = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

/** The byte order mark at the beginning identifies UTF-8 for spreadsheet programs. */
export function saveCsv(lines: string[], name: string) {
  saveFile(['\ufeff', ...lines], name, 'text/csv');
}
