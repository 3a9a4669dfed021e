// Stepping through pictures, and rules that light up their edges. Without this script every picture is there, one below the other.
'use strict';
const steppers = [];
function showPictures(viewer) {
  const frames = [...viewer.querySelectorAll('.frame')];
  const previous = viewer.querySelector('.previous'), next = viewer.querySelector('.next'), count = viewer.querySelector('.count');
  let at = 0;
  let rule = null;

  const light = () => {
    const picture = frames[at].querySelector('svg');
    const edges = [...picture.querySelectorAll('.edge')];
    edges.forEach((edge) => edge.classList.remove('chosen'));
    picture.classList.toggle('choosing', rule !== null);
    if (rule === null) return;
    // Edges that are evidence for the rule; where a picture has none, those of the relations that it speaks of.
    let chosen = edges.filter((edge) => edge.dataset.rules.split('\n').includes(rule.dataset.rule));
    if (chosen.length === 0) {
      const names = rule.dataset.relations.split(' ');
      const spokenOf = (name) => names.some((known) => name === known || name.startsWith(known + '.'));  // o.1 is o of thread 1
      chosen = edges.filter((edge) => edge.dataset.relations.split(' ').some(spokenOf));
    }
    chosen.forEach((edge) => edge.classList.add('chosen'));
    if (chosen.length === 0) picture.classList.remove('choosing');
  };

  const show = (index) => {
    at = Math.max(0, Math.min(frames.length - 1, index));
    frames.forEach((frame, i) => { frame.hidden = i !== at; });
    if (previous) {
      // Not `disabled`, which would take the focus away from the viewer.
      previous.setAttribute('aria-disabled', at === 0);
      next.setAttribute('aria-disabled', at === frames.length - 1);
      count.textContent = `${at + 1} / ${frames.length}`;
    }
    light();
  };

  if (frames.length > 0) {
    previous?.addEventListener('click', () => show(at - 1));
    next?.addEventListener('click', () => show(at + 1));
    viewer.addEventListener('keydown', (event) => {
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: frames.length - 1 }[event.key];
      if (to === undefined || frames.length < 2 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      show(to);
    });
    if (previous) steppers.push({ viewer, step: (by) => show(at + by) });
    show(0);
    for (const item of viewer.querySelectorAll('[data-rule]')) {
      const choose = (chosen) => () => {
        viewer.querySelectorAll('[data-rule]').forEach((other) => other.classList.toggle('active', chosen && other === item));
        rule = chosen ? item : null;
        light();
      };
      item.addEventListener('mouseenter', choose(true));
      item.addEventListener('mouseleave', choose(false));
      item.addEventListener('focus', choose(true));
      item.addEventListener('blur', choose(false));
    }
  }
}
document.querySelectorAll('.viewer').forEach(showPictures);

// Arrow keys without a focus: they step through the pictures that are on screen, if these are of one viewer only.
document.addEventListener('keydown', (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (document.activeElement && document.activeElement !== document.body) return;
  const seen = steppers.filter(({ viewer }) => {
    const box = viewer.querySelector('.frames').getBoundingClientRect();
    return viewer.isConnected && box.width > 0 && box.top < innerHeight && box.bottom > 0;
  });
  if (seen.length !== 1) return;
  event.preventDefault();
  seen[0].step(by);
});
