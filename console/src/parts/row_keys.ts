// Keys for a list: / focuses the search, j, k and the arrows move between rows, Enter opens a row, x
// changes its check box, and a focuses the actions on the selection. On return the list focuses the
// row that was opened.
import { useRouter, type RouterHistory } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

// The last opened row of each list, by the address of the list.
const left = new Map<string, string>();
const leftMax = 100;

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** The properties of the field that the key for the search focuses. */
export const searchKey = { 'data-search': true, 'aria-keyshortcuts': '/' };

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type=checkbox]), select, textarea, [contenteditable]');

let cameBack = false;
let watched: RouterHistory | undefined;

// The first list begins to watch. The watch never ends, because it must see how a list is left.
function watch(history: RouterHistory) {
  if (watched === history) return;
  watched = history;
  history.subscribe(({ action }) => {
    cameBack = ['BACK', 'FORWARD', 'GO'].includes(action.type);
  });
}

function remember(address: string, row: string) {
  left.delete(address);
  left.set(address, row);
  const [oldest] = left.keys();
  if (left.size > leftMax && oldest !== undefined) left.delete(oldest);
}

const isSeen = (element: Element) => element.getClientRects().length > 0;

const linksOfRows = (around: Element | null) =>
  [...(around?.querySelectorAll('tbody tr') ?? [])].flatMap(
    (row) => [...row.querySelectorAll('a')].find(isSeen) ?? [],
  );

// Shift changes a range, like a click.
function pressBox(row: Element | null | undefined, { shiftKey }: KeyboardEvent) {
  row
    ?.querySelector('[data-chooses]')
    ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }));
}

/** Returns the reference for the element around a table. The keys use the first link of each row. */
export function useRowKeys(isShown: boolean) {
  const { history } = useRouter();
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => watch(history), [history]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return;
      if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('[data-search]');
        if (search) event.preventDefault();
        search?.focus();
        return;
      }
      if (event.key === 'a') document.querySelector<HTMLElement>('[data-actions] button')?.focus();
      if (event.key.toLowerCase() === 'x' && around.current?.contains(document.activeElement)) {
        pressBox(document.activeElement?.closest('tbody tr'), event);
      }
      const step = steps[event.key];
      if (step === undefined) return;
      const all = linksOfRows(around.current);
      const at = all.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
      // Arrows scroll the page, unless a row has the focus.
      if (at < 0 && event.key.startsWith('Arrow')) return;
      event.preventDefault();
      const next = at < 0 ? all[step > 0 ? 0 : all.length - 1] : all[at + step];
      next?.focus();
    };
    const focused = () => {
      const focus = document.activeElement;
      if (!(focus instanceof HTMLAnchorElement) || !focus.matches('tbody a')) return;
      // Several rows may lead to the same partner, so the first link identifies the row.
      const link = linksOfRows(around.current).find((one) => one.closest('tr')?.contains(focus));
      if (link) remember(location.href, link.href);
    };
    document.addEventListener('keydown', press);
    document.addEventListener('focusin', focused);
    return () => {
      document.removeEventListener('keydown', press);
      document.removeEventListener('focusin', focused);
    };
  }, []);
  useEffect(() => {
    if (!isShown || !cameBack) return;
    cameBack = false;
    const row = left.get(location.href);
    const all = around.current?.querySelectorAll<HTMLAnchorElement>('tbody a') ?? [];
    [...all].find((link) => link.href === row && isSeen(link))?.focus();
  }, [isShown]);
  return around;
}
