// Keeps the focus at a visible place. A browser forgets it when the focused element disappears or is disabled, and
// a person without a mouse would begin again at the top of the page.
import type { AnyRouter, RouterHistory } from '@tanstack/react-router';

/** Their heading gets the focus after the focused element inside has gone. */
const surroundings = 'section, article, form, dialog, main';

/** The element that had the focus last, and the elements around it. */
let last: HTMLElement[] = [];
let isByKeyboard = false;
/** The element that had the focus when the present page was opened. Undefined after the page has the focus. */
let origin: Element | null | undefined;

const focused = () => (document.activeElement === document.body ? null : document.activeElement);

function around(element: Element | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one = element; one; one = one.parentElement) if (one instanceof HTMLElement) found.push(one);
  return found;
}

const isFocusable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });

function focus(element: HTMLElement, preventScroll = !isByKeyboard) {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll });
}

/** Focuses the heading of the page, or its content until it has a heading. */
function arrive() {
  const content = document.getElementById('content');
  const now = focused();
  if (!content || (now !== null && now !== origin && now !== content)) {
    if (content) origin = undefined;
    return;
  }
  const heading = content.querySelector<HTMLElement>('h1');
  focus(heading ?? content, true);
  if (heading) origin = undefined;
}

function keep() {
  if (origin !== undefined) {
    arrive();
    return;
  }
  const [lost] = last;
  if (focused() || !lost) return;
  // A disabled button has the focus again when it is enabled.
  if (lost.isConnected && lost.matches(':disabled')) return;
  if (isFocusable(lost)) {
    focus(lost);
    return;
  }
  const place = last.find((one) => isFocusable(one) && one.matches(surroundings));
  if (!place || place.id === 'content') {
    origin = null;
    arrive();
    return;
  }
  focus(place.querySelector<HTMLElement>('h1, h2, h3') ?? place);
}

/** Begins to watch the focus of the console. The watch never ends. */
export function keepFocus(root: HTMLElement, router: AnyRouter) {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) last = around(target);
  });
  document.addEventListener('keydown', () => { isByKeyboard = true; }, true);
  document.addEventListener('pointerdown', () => { isByKeyboard = false; }, true);
  // A click next to all fields takes the focus away on purpose. The keyboard's own clicks have the detail 0.
  document.addEventListener('click', ({ detail }) => {
    if (detail > 0) last = around(focused());
  }, true);
  let leaving: Element | null = null;
  let isReturn = false;
  const history = router.history as RouterHistory;
  history.subscribe(({ action }) => {
    isReturn = ['BACK', 'FORWARD', 'GO'].includes(action.type);
  });
  router.subscribe('onBeforeNavigate', () => { leaving = focused(); });
  router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
    if (!pathChanged || !fromLocation) return;
    // A list to which the user returns focuses the row that was opened.
    origin = isReturn ? null : leaving;
    arrive();
  });
  const options = { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] };
  new MutationObserver(keep).observe(root, options);
}
