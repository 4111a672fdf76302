// Makes the globals of programs of those that scripts have.
(offer) => {
  'use strict';
  for (const name of ['fetch', 'Headers', 'Response']) {
    delete globalThis[name];
  }
  for (const name of ['tools', 'search', 'describe']) {
    offer(name, 'tools');
  }
}
