
// The program beside the pictures: pointing at a line, or reaching it with the keyboard, shows its events, and the other way round.
function linkProgram(viewer) {
  const places = [...viewer.querySelectorAll('[data-at]')];
  const keys = (element) => element.dataset.at.split(' ');
  const light = (chosen) => {
    const wanted = chosen ? keys(chosen) : [];
    for (const place of places) {
      // Of the program, the access itself rather than its whole line.
      const fits = keys(place).some((key) => wanted.includes(key)) && (!place.matches('.line') || place === chosen);
      place.classList.toggle('lit', fits);
    }
  };
  let focused = null;
  const over = (event) => event.target.closest('[data-at]');
  viewer.addEventListener('mouseover', (event) => light(over(event) || focused));
  viewer.addEventListener('mouseleave', () => light(focused));
  viewer.addEventListener('focusin', (event) => light(focused = over(event)));
  viewer.addEventListener('focusout', () => light(focused = null));
  // By pointer only: the program's lines lead the keyboard to the same events, with fewer stops.
  viewer.querySelectorAll('.node[data-at]').forEach((node) => node.setAttribute('tabindex', '-1'));
}
document.querySelectorAll('.viewer').forEach(linkProgram);

// Search and filters of the list of tests. A search unfolds what it finds.
const filters = document.querySelector('.filters');
if (filters) {
  const rows = [...document.querySelectorAll('tr[data-test]')];
  const families = [...document.querySelectorAll('details.family')];
  const open = new Map(families.map((family) => [family, family.open]));
  const shown = document.querySelector('.shown');
  let searching = false;
  const apply = () => {
    const words = filters.querySelector('#search').value.toLowerCase().split(/\s+/).filter(Boolean);
    const family = filters.querySelector('#family').value;
    const model = filters.querySelector('#model').value;
    const verdict = filters.querySelector('#verdict').value;
    let visible = 0;
    for (const row of rows) {
      const cells = [...row.querySelectorAll('td[data-model]')].filter((cell) => model === '' || cell.dataset.model === model);
      const fits = words.every((word) => row.dataset.test.includes(word)) && (family === '' || row.dataset.family === family) &&
        (model === '' || cells.length > 0) && (verdict === '' || cells.some((cell) => cell.dataset.verdict.split(' ').includes(verdict)));
      row.hidden = !fits;
      if (fits) visible += 1;
    }
    const before = searching;
    searching = words.length > 0 || family !== '' || model !== '' || verdict !== '';
    for (const part of families) {
      if (!before) open.set(part, part.open);
      part.hidden = !part.querySelector('tr[data-test]:not([hidden])');
      part.open = searching ? !part.hidden : open.get(part);
    }
    for (const section of document.querySelectorAll('main > section'))
      section.hidden = ![...section.querySelectorAll('details.family')].some((part) => !part.hidden);
    for (const counts of document.querySelectorAll('.overview')) counts.hidden = searching;
    shown.textContent = searching ? `${visible} of ${rows.length} tests` : `${rows.length} tests`;
  };
  filters.addEventListener('input', apply);
  apply();
  // A link to a family unfolds it.
  const unfold = () => {
    const part = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (part && part.matches('details.family')) part.open = true;
  };
  addEventListener('hashchange', unfold);
  document.addEventListener('click', (event) => { if (event.target.closest('a[href^="#"]')) setTimeout(unfold); });
  unfold();
}
