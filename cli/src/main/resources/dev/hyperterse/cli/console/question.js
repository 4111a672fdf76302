/** A question of a tool to its user, in a dialog. */
import { Form } from './form.js';
import { h } from './dom.js';

/** Asks; the answer is the result of elicitation/create. */
export function ask({ message, requestedSchema }) {
  const form = new Form({ ...requestedSchema, additionalProperties: false }, 'question', new Map());
  return new Promise((resolve) => {
    const end = (result) => {
      resolve(result);
      dialog.close();
      dialog.remove();
    };
    const accept = (event) => {
      event.preventDefault();
      const json = form.json();
      if (json !== undefined) {
        end({ action: 'accept', content: JSON.parse(json) });
      }
    };
    const dialog = h(
      'dialog',
      { 'aria-labelledby': 'question-title', cancel: () => end({ action: 'cancel' }) },
      h(
        'form',
        { novalidate: true, submit: accept },
        h('h2', { id: 'question-title' }, 'The tool asks'),
        h('p', { class: 'wrap' }, message),
        form.element,
        h(
          'div',
          { class: 'buttons' },
          h('button', { type: 'button', class: 'quiet', click: () => end({ action: 'decline' }) }, 'Decline'),
          h('button', { type: 'submit' }, form.isEmpty ? 'Accept' : 'Send'),
        ),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}
