/** What only the process knows, beyond the directory: each part is read while its section is shown. */
import { follow } from './follow.js';

const FOLLOWED = { calls: '/console/calls', server: '/console/server' };

export class Known {
  #changed;
  #section = '';
  #reading;

  /** @param changed is called with the name of a section that has something new */
  constructor(changed) {
    this.#changed = changed;
  }

  /** Reads for a section, until another one is entered. */
  enter(section, address) {
    if (section === this.#section) {
      return;
    }
    this.#reading?.abort();
    this.#reading = new AbortController();
    this.#section = section;
    if (section in FOLLOWED) {
      const changed = (value) => this.#become(section, value);
      follow(FOLLOWED[section], { changed, lost: () => {} }, this.#reading.signal);
    } else {
      this.again(address);
    }
  }

  /** Reads once more what is not followed. @param {URLSearchParams} address of the endpoint, for clients; undefined while it has gaps */
  async again(address) {
    const section = this.#section;
    const path = section === 'tables' ? '/console/tables' : section === 'connect' && address ? `/console/clients?${address}` : undefined;
    if (path === undefined) {
      return;
    }
    try {
      const answer = await fetch(path, { signal: this.#reading.signal });
      if (answer.ok) {
        this.#become(section, await answer.json());
      }
    } catch {
      // Another section was entered, or dev has ended, which is shown elsewhere.
    }
  }

  #become(section, value) {
    this[section] = value;
    this.#changed(section);
  }
}
