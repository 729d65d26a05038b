// A table as a file for other programs (RFC 4180): UTF-8, lines that end in CR and LF.

// Programs for tables take a cell that begins so for a formula, and run it.
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text);

function cell(text: string): string {
  const harmless = isFormula(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const csvLine = (cells: string[]) => `${cells.map(cell).join(',')}\r\n`;

/** The mark at the beginning tells a program for tables that it is UTF-8. */
export function saveCsv(lines: string[], name: string) {
  const url = URL.createObjectURL(new Blob(['\ufeff', ...lines], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
