// Two ways to do the same walk: by keyboard alone, or with a mouse. Both count their steps.

const tabsMax = 160;
const patienceMs = 20_000;

/** Runs in the page: describes the focused element, and says why a person could not see that it has the focus. */
function lookAtFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) return { isLost: true, name: 'the page', fault: 'the focus is lost' };
  const name = `${element.tagName.toLowerCase()} ${(element.getAttribute('aria-label') || element.innerText || element.id || element.className).slice(0, 40)}`;
  const numbers = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = (colour) => {
    const [red, green, blue] = numbers(colour).map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (one) => {
    for (let at = one.parentElement; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if ((numbers(backgroundColor)[3] ?? 1) > 0) return backgroundColor;
    }
    return 'rgb(255, 255, 255)';
  };
  // A choice of a segmented control is hidden, and its label shows the ring.
  const isRadio = element.matches('[type=radio]');
  const shown = isRadio ? element.nextElementSibling : element;
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown);
  const ground = light(behind(shown));
  const ring = light(outlineColor);
  const contrast = (Math.max(ring, ground) + 0.05) / (Math.min(ring, ground) + 0.05);
  const faults = [];
  if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) faults.push(`no ring (${outlineStyle} ${outlineWidth})`);
  else if (contrast < 3) faults.push(`a ring with a contrast of ${contrast.toFixed(2)}`);
  const box = shown.getBoundingClientRect();
  const left = Math.max(box.left, 0);
  const right = Math.min(box.right, innerWidth);
  const top = Math.max(box.top, 0);
  const bottom = Math.min(box.bottom, innerHeight);
  if (box.width === 0 || right <= left || bottom <= top) faults.push('it is not on the screen');
  else {
    const places = [0.05, 0.5, 0.95].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y]));
    const isSeen = places.some(([x, y]) => {
      const above = document.elementFromPoint(x, y);
      return above !== null && (shown.contains(above) || above.contains(shown));
    });
    if (!isSeen) faults.push('another element covers it');
  }
  return { isLost: false, name, fault: faults.length > 0 ? `${name}: ${faults.join(', ')}` : undefined };
}

/** Waits for a condition of the page. */
export async function until(what, isSo) {
  const end = Date.now() + patienceMs;
  for (;;) {
    const found = await isSo();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not in time: ${what}`);
    await new Promise(setImmediate);
  }
}

/** A person who uses the keyboard alone. */
export function keyboardAt(page) {
  const faults = new Set();
  let keys = 0;
  const press = (key) => {
    keys += 1;
    return page.keyboard.press(key);
  };
  const hasFocus = (target) => target.evaluate((element) => element === document.activeElement);
  const looks = async () => {
    const { isLost, fault } = await page.evaluate(lookAtFocus);
    if (fault !== undefined && !isLost) faults.add(fault);
  };
  /** Presses Tab until the element has the focus. */
  const tabTo = async (target) => {
    await target.waitFor();
    for (let count = 0; count < tabsMax; count += 1) {
      if (await hasFocus(target)) {
        await looks();
        return;
      }
      await press('Tab');
      await looks();
    }
    throw new Error(`Tab does not lead to ${target}`);
  };
  return {
    name: 'keyboard',
    faults: () => [...faults],
    steps: () => keys,
    async press(target) {
      await tabTo(target);
      await press('Enter');
    },
    async toggle(target) {
      await tabTo(target);
      await press('Space');
    },
    /** Typed characters are the same with a mouse, and are not counted. */
    async write(target, text) {
      await tabTo(target);
      if ((await target.inputValue()) !== '') await press('Control+a');
      await page.keyboard.type(text);
    },
    /** Types into the field that the last step has focused. */
    async writeOn(target, text) {
      await until(`the focus is at ${target}`, () => hasFocus(target));
      await looks();
      if ((await target.inputValue()) !== '') await press('Control+a');
      await page.keyboard.type(text);
    },
    async choose(target, label) {
      await tabTo(target);
      await page.keyboard.type(label);
      await until(`${label} is chosen`, () => target.evaluate((field, text) => field.selectedOptions[0].label === text, label));
    },
    async submit() {
      await press('Enter');
    },
    /** Opens a row of a list. The key j moves to the next row. */
    async row(target) {
      await target.waitFor();
      for (let count = 0; count < 30 && !(await hasFocus(target)); count += 1) await press('j');
      if (!(await hasFocus(target))) throw new Error(`j does not lead to ${target}`);
      await looks();
      await press('Enter');
    },
    /** The arrow keys move between tabs. */
    async tab(target) {
      await tabTo(page.locator('[role=tab][aria-selected=true]'));
      for (let count = 0; count < 10 && !(await hasFocus(target)); count += 1) await press('ArrowRight');
      await looks();
    },
    /** Opens a page by its name. */
    async open(name) {
      await press('Control+k');
      await page.locator('.palette input').waitFor();
      await page.keyboard.type(name);
      await page.getByRole('option', { name, exact: true }).waitFor();
      await press('Enter');
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
      await this.arrives();
    },
    /** The focus is at a visible place after the page has changed. */
    async arrives() {
      try {
        await until('a place for the focus', async () => !(await page.evaluate(lookAtFocus)).isLost);
      } catch {
        faults.add(`the focus is lost at ${new URL(page.url()).pathname}`);
      }
      await looks();
    },
  };
}

/** A person who uses a mouse, and the keyboard for texts. */
export function mouseAt(page) {
  let clicks = 0;
  const click = (target) => {
    clicks += 1;
    return target.click();
  };
  const write = async (target, text) => {
    await click(target);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };
  const writeOn = async (target, text) => {
    await until(`the focus is at ${target}`, () => target.evaluate((element) => element === document.activeElement));
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };
  return {
    name: 'mouse',
    faults: () => [],
    steps: () => clicks,
    press: click,
    toggle: click,
    write,
    writeOn,
    async choose(target, label) {
      clicks += 2; // the first one opens the list
      await target.selectOption({ label });
    },
    submit: (button) => click(button),
    row: click,
    tab: click,
    async open(name) {
      await click(page.getByRole('navigation').getByRole('link', { name, exact: true }));
      await page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
    },
    arrives: async () => {},
  };
}
