// The tables of docs/reference/roles.md.
import { readFileSync } from 'node:fs';

const page = new URL('../../../docs/reference/roles.md', import.meta.url);
const cellsOf = (line) => line.split('|').slice(1, -1).map((cell) => cell.trim());
const codeIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code);

export const roles = ['reader', 'clerk', 'administrator', 'auditor', 'operator'];

/** Reads a row of an action with roles. An unknown word in a cell is an error. */
function actionOf(row) {
  for (const role of roles) if (!['yes', '–'].includes(row[role])) throw new Error(`${row.action}: ${role} is "${row[role]}"`);
  const [event] = codeIn(row.event);
  if (!event && !row.event.startsWith('none: ')) throw new Error(`${row.action}: the event is "${row.event}"`);
  const [operation] = codeIn(row.operation);
  return { name: row.action, operation, roles: roles.filter((role) => row[role] === 'yes'), tokens: codeIn(row.token), event };
}

/** The actions with their roles, and the operations without a role. */
export function readTable() {
  const table = { actions: [], open: [] };
  let columns;
  for (const line of readFileSync(page, 'utf8').split('\n')) {
    if (!line.startsWith('|')) {
      columns = undefined;
    } else if (!columns) {
      columns = cellsOf(line);
    } else if (!line.startsWith('|-') && columns[0] === 'action') {
      const row = Object.fromEntries(cellsOf(line).map((cell, index) => [columns[index], cell]));
      if (row.token === undefined) table.open.push(codeIn(row.operation)[0]);
      else table.actions.push(actionOf(row));
    }
  }
  return table;
}
