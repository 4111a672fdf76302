// What the theme leaves to be said for readers who hear the page, or have no mouse. It adds its buttons later than this runs.
function complete() {
  for (const section of document.querySelectorAll('.md-nav[aria-labelledby]')) {
    const label = document.getElementById(section.getAttribute('aria-labelledby'));
    section.setAttribute('aria-label', `Pages of ${label.textContent.trim()}`);
    section.removeAttribute('aria-labelledby');
  }
  for (const buttons of document.querySelectorAll('nav.md-code__nav:not([role])')) {
    buttons.setAttribute('role', 'presentation');
  }
  for (const button of document.querySelectorAll('.md-code__button:not([aria-label])')) {
    button.setAttribute('aria-label', button.title);
  }
  // The corner of a table heads nothing.
  for (const corner of document.querySelectorAll('.md-typeset th:empty')) {
    corner.replaceWith(document.createElement('td'));
  }
  for (const scrolled of document.querySelectorAll('.md-typeset pre > code:not([tabindex]), .md-typeset__scrollwrap:not([tabindex])')) {
    scrolled.tabIndex = 0;
  }
}

// The dialog of the search is in a tree of its own. A result is heard by all of its words, as it is seen; no page has tags to filter by.
const legible = new CSSStyleSheet();
legible.replaceSync('menu { color: inherit !important } [aria-label="Filters"] { display: none !important }');
function completeSearch() {
  const tree = [...document.body.children].find((host) => host.shadowRoot)?.shadowRoot;
  if (tree && !tree.adoptedStyleSheets.includes(legible)) {
    tree.adoptedStyleSheets.push(legible);
    new MutationObserver(completeSearch).observe(tree, { childList: true, subtree: true });
  }
  for (const result of tree?.querySelectorAll('[role="option"][aria-labelledby]') ?? []) {
    result.removeAttribute('aria-labelledby');
    result.removeAttribute('aria-describedby');
  }
}

complete();
new MutationObserver(() => {
  complete();
  completeSearch();
}).observe(document.body, { childList: true, subtree: true, attributeFilter: ['tabindex'] });
