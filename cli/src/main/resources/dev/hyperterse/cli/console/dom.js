/** Elements from calls. Texts become text nodes, so nothing that a server says can become markup. */

/**
 * An element.
 *
 * @param {string} tag of the element
 * @param {object} attributes by name; a function listens to the event of its name, false and undefined are left out
 * @param {...(Node|string|number|null|Array)} children texts and elements; null is left out
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== undefined && value !== null) {
      element.setAttribute(name, String(value));
    }
  }
  element.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** A button that copies a text and says that it did. */
export function copyButton(text, label) {
  const button = h('button', { type: 'button', class: 'quiet small', 'aria-label': label, click: copy }, 'Copy');
  async function copy() {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1500);
  }
  return button;
}

export const counted = (count, one, many = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
