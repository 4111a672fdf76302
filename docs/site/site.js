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

complete();
new MutationObserver(complete).observe(document.body, { childList: true, subtree: true, attributeFilter: ['tabindex'] });
