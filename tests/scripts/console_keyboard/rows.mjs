// The rows of a list on a phone: their height, and what is cut. A text counts as shown if each line of it is visible.
const twoLines = 76;
const lineOfButtons = 48;

/** Runs in the page. Cells that wrap have as many lines as their texts need. */
function rowsOf(rows, [lines, buttons]) {
  const clipsOf = (element, row) => {
    const boxes = [];
    for (let at = element; at !== row; at = at.parentElement) {
      const { overflowX, display } = getComputedStyle(at);
      if (overflowX !== 'visible' && display !== 'inline') boxes.push(at.getBoundingClientRect());
    }
    return boxes;
  };
  const isWhole = (rects, element, row) =>
    [...clipsOf(element, row), row.getBoundingClientRect()].every((box) => [...rects].every((one) =>
      one.left > box.left - 2 && one.right < box.right + 2 && one.top > box.top - 3 && one.bottom < box.bottom + 3));
  const isCut = (row) => (element) => !isWhole(element.getClientRects(), element, row);
  const isLeadCut = (cell) => {
    const { width, fontWeight, fontSize, fontFamily } = getComputedStyle(cell, '::before');
    const pen = document.createElement('canvas').getContext('2d');
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    return parseFloat(width) < Math.floor(pen.measureText(cell.dataset.lead).width);
  };
  const textsOf = (cell, row) => {
    const texts = cell.dataset.lead && !isLeadCut(cell) ? [cell.dataset.lead] : [];
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (node.parentElement.checkVisibility() && isWhole(range.getClientRects(), node.parentElement, row)) texts.push(node.data);
    }
    return texts;
  };
  return rows.map((row) => {
    const cells = [...row.querySelectorAll('td')].filter((cell) => cell.checkVisibility());
    const has = (place) => cells.some(({ dataset }) => dataset.place === place);
    const topsOfSides = new Set(cells.filter(({ dataset }) => dataset.place === 'side').map(({ offsetTop }) => offsetTop));
    const moreSides = Math.max(0, topsOfSides.size - 1) * 24;
    const more = cells.filter(({ dataset }) => dataset.place === 'line').reduce((sum, { clientHeight }) => sum + clientHeight + 2, 0);
    const wrapping = cells.filter((cell) => cell.classList.contains('wraps'));
    const overOneLine = wrapping.reduce((sum, { clientHeight }) => sum + Math.max(0, clientHeight - 24), 0);
    const most = lines + more + moreSides + overOneLine + (has('actions') ? buttons : 0);
    const isOutside = (cell) => (one) => one.getBoundingClientRect().left > cell.getBoundingClientRect().right - 16;
    const name = `the row "${row.innerText.replaceAll('\n', ' | ')}"`;
    const shown = (selector) => [...row.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    return {
      text: cells.flatMap((cell) => textsOf(cell, row)).join(' ').replaceAll(/\s+/g, ' '),
      faults: [
        ...(row.clientHeight > most ? [`${name} is ${row.clientHeight} high`] : []),
        ...cells.filter((cell) => [...cell.querySelectorAll('a')].some(isOutside(cell))).map(({ dataset }) => `${name} hides a part of its ${dataset.place}`),
        ...shown('.status').filter(isCut(row)).map(({ innerText }) => `${name} cuts its state "${innerText}"`),
        ...shown('.age').filter(isCut(row)).map(({ innerText }) => `${name} cuts its age "${innerText}"`),
        ...cells.filter((cell) => cell.dataset.place === 'status' && cell.scrollWidth > cell.clientWidth).map(() => `${name} cuts its state`),
        ...cells.filter((cell) => cell.dataset.lead && isLeadCut(cell)).map(({ dataset }) => `${name} cuts "${dataset.lead}"`),
      ],
    };
  });
}

/** The faults of all rows. Each of these lists of texts is shown whole by one row. */
export async function faultsOfRows(page, wanted = []) {
  const rows = await page.locator('.list.brief tbody tr').evaluateAll(rowsOf, [twoLines, lineOfButtons]);
  const missing = wanted.filter((texts) => !rows.some(({ text }) => texts.every((one) => text.includes(one))));
  const near = (texts) => rows.map(({ text }) => text).filter((text) => texts.some((one) => text.includes(one))).join('" or "');
  return [
    ...rows.flatMap(({ faults }) => faults),
    ...missing.map((texts) => `no row shows "${texts.join('", "')}", only "${near(texts)}"`),
  ];
}
