/** Code in colours, with a button that copies it. */
import { copyButton, h } from './dom.js';
import { piecesOf } from './highlight.js';

export function pre(text, language) {
  return h(
    'pre',
    { tabindex: '0' },
    piecesOf(text, language).map(([kind, piece]) => (kind === '' ? piece : h('span', { class: `of-${kind}` }, piece))),
  );
}

/** @param label names what is copied */
export const codeBlock = (text, language, label) => h('div', { class: 'code' }, copyButton(text, `Copy ${label}`), pre(text, language));

export const folded = (title, text, language, ...notes) =>
  h('details', {}, h('summary', {}, title), ...notes, codeBlock(text, language, title));
