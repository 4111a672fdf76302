/** Who calls, and at which URL: the address, credentials, and values of path segments. All of it in memory only. */
import { folded } from './code.js';
import { h, copyButton } from './dom.js';

const SEGMENT = /\{(\w+)\}/g;

/** The caller of this page. */
export class Caller {
  constructor() {
    this.header = 'Authorization';
    this.secret = '';
    this.segments = new Map();
  }

  get headers() {
    const value = this.header === 'Authorization' && !/\s/.test(this.secret) ? `Bearer ${this.secret}` : this.secret;
    return this.secret === '' ? {} : { [this.header]: value };
  }

  /** The URL of the endpoint and the name of the header, without its value; undefined while a segment has no value. */
  address(template) {
    const path = this.path(template);
    return path && new URLSearchParams({ url: location.origin + path, ...(this.secret === '' ? {} : { header: this.header }) });
  }

  get name() {
    return this.secret === '' ? 'No credentials' : this.header === 'Authorization' ? 'With a token' : 'With a key';
  }

  /** The path of the endpoint; undefined while a segment has no value. */
  path(template) {
    const names = [...template.matchAll(SEGMENT)].map(([, name]) => name);
    return names.every((name) => this.segments.get(name))
      ? template.replace(SEGMENT, (_, name) => encodeURIComponent(this.segments.get(name)))
      : undefined;
  }

  /** Asks for them in a dialog. */
  edit(template, changed) {
    const names = [...template.matchAll(SEGMENT)].map(([, name]) => name);
    const header = h('input', { id: 'caller-header', value: this.header, list: 'caller-headers', autocomplete: 'off' });
    const secret = h('input', { id: 'caller-secret', type: 'password', value: this.secret, autocomplete: 'off' });
    const segments = names.map((name) => [
      name,
      h('input', { id: `caller-${name}`, value: this.segments.get(name) ?? '', autocomplete: 'off' }),
    ]);
    const apply = (event) => {
      event.preventDefault();
      this.header = header.value.trim() || 'Authorization';
      this.secret = secret.value.trim();
      segments.forEach(([name, input]) => this.segments.set(name, input.value.trim()));
      dialog.close();
      changed();
    };
    const row = (id, label, input, hint) =>
      h('div', { class: 'field' }, h('label', { class: 'label', for: id }, h('span', { class: 'name' }, label)), h('div', { class: 'control' }, input, h('p', { class: 'hint' }, hint)));
    const dialog = h(
      'dialog',
      { 'aria-labelledby': 'caller-title', close: () => dialog.remove() },
      h(
        'form',
        { novalidate: true, submit: apply },
        h('h2', { id: 'caller-title' }, 'Caller'),
        h('p', { class: 'hint' }, 'You see and call what this caller may. Kept in the memory of this page only.'),
        h('div', { class: 'fields' },
          segments.map(([name, input]) => row(`caller-${name}`, name, input, 'a segment of the path')),
          row('caller-header', 'Header', header, 'Authorization, X-API-Key, or the header of your plugin'),
          row('caller-secret', 'Token or key', secret, 'empty for none'),
        ),
        h('datalist', { id: 'caller-headers' }, h('option', { value: 'Authorization' }), h('option', { value: 'X-API-Key' })),
        h(
          'div',
          { class: 'buttons' },
          h('button', { type: 'button', class: 'quiet', click: () => dialog.close() }, 'Cancel'),
          h('button', { type: 'submit' }, 'Use'),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  }
}

/**
 * How other clients connect.
 *
 * @param {?Array} entries for the files of clients; undefined while they are not known
 */
export function connectPage(url, entries) {
  return h(
    'article',
    { class: 'page' },
    h('h2', {}, 'Connect a client'),
    h('p', {}, 'Every MCP client that speaks streamable HTTP takes this URL:'),
    h('div', { class: 'copied' }, h('code', {}, url), copyButton(url, 'Copy the URL')),
    entries ? [h('h3', {}, 'Entries for clients'), entries.map(entryOf)] : null,
  );
}

function entryOf({ title, file, text, command, next }) {
  const language = file.endsWith('.json') ? 'json' : file.endsWith('.toml') ? 'toml' : 'yaml';
  return folded(title, text, language, h('p', { class: 'hint' }, 'For ', h('code', {}, file), '; ', h('code', {}, command), ` merges it. Then: ${next}.`));
}
