/** The list beside a page: its search field, and a link for each definition. */
import { h, counted } from './dom.js';
import { filtered } from './served.js';

const PAUSE = 150;

export class List {
  #element;
  #query = '';
  #section = '';
  #definitions = [];
  #isKnown = false;
  #search;
  #items = h('ul', { class: 'items' });
  #told = h('p', { class: 'hint told', role: 'status' });
  #timer;
  #selected;

  constructor(element) {
    this.#element = element;
  }

  /**
   * Shows the definitions of a section.
   *
   * @param {string} section of the links
   * @param {?Array} definitions to list; undefined while they are not known
   * @param {?function(string): Promise<{hits: Array, tokens: number}>} search of the server; null where the list itself is filtered
   */
  show(section, definitions, search, selected) {
    this.#isKnown = definitions !== undefined;
    this.#definitions = definitions ?? [];
    this.#search = search;
    this.#selected = selected;
    if (this.#section !== section) {
      this.#section = section;
      this.#query = '';
      const field = h('input', {
        type: 'search',
        'aria-label': `Search ${section}`,
        placeholder: `Search ${section}`,
        autocomplete: 'off',
        spellcheck: 'false',
        input: (event) => this.#typed(event.target.value),
        keydown: (event) => this.#moved(event),
      });
      this.#element.setAttribute('aria-label', section);
      this.#element.replaceChildren(field, this.#told, this.#items);
    }
    this.#refresh();
  }

  #typed(query) {
    this.#query = query.trim();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#refresh(), this.#search ? PAUSE : 0);
  }

  async #refresh() {
    const query = this.#query;
    if (query === '' || !this.#search) {
      this.#draw(filtered(this.#definitions, query));
      return;
    }
    try {
      const { hits, tokens } = await this.#search(query);
      if (query === this.#query) {
        this.#draw(hits);
        this.#told.textContent += `, about ${counted(tokens, 'token')} for a model`;
      }
    } catch (failure) {
      this.#told.textContent = failure.message;
    }
  }

  #draw(definitions) {
    this.#told.textContent = this.#isKnown ? this.#count(definitions.length) : '';
    this.#items.replaceChildren(...definitions.map((one) => this.#item(one)));
    this.mark(this.#selected);
  }

  #count(shown) {
    if (this.#definitions.length === 0) {
      return `No ${this.#section} here.`;
    }
    return this.#query === '' ? counted(shown, this.#section.slice(0, -1)) : counted(shown, 'hit');
  }

  #item(definition) {
    const key = definition.key ?? definition.name;
    const title = definition.title ?? definition.annotations?.title;
    return h(
      'li',
      {},
      h(
        'a',
        { href: `#/${this.#section}/${encodeURIComponent(key)}`, 'data-key': key },
        h('span', { class: 'line' }, h('span', { class: 'name' }, key), badge(definition)),
        title || definition.description ? h('span', { class: 'about' }, title ?? definition.description) : null,
        definition.reasons ? h('span', { class: 'reasons' }, definition.reasons) : null,
      ),
    );
  }

  /** Marks the chosen definition. */
  mark(selected) {
    this.#selected = selected;
    this.#items.querySelectorAll('a').forEach((link) => {
      if (link.dataset.key === selected) {
        link.setAttribute('aria-current', 'page');
      } else {
        link.removeAttribute('aria-current');
      }
    });
  }

  /** Arrows move between the field and the links; Enter in the field opens the first. */
  #moved(event) {
    const first = this.#items.querySelector('a');
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      first?.focus();
    } else if (event.key === 'Enter') {
      first?.click();
    }
  }
}

function badge(definition) {
  if (definition.relevance_score !== undefined) {
    return h('span', { class: 'score', title: 'relevance, of 100' }, String(definition.relevance_score));
  }
  if (definition.view) {
    return h('span', { class: 'badge' }, 'view');
  }
  return definition.annotations?.readOnlyHint === false || definition.annotations?.destructiveHint
    ? h('span', { class: 'badge' }, 'writes')
    : null;
}
