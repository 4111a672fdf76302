/**
 * Where requests may go: the URLs that a server allows, and the addresses that their hosts may have. A name is resolved
 * once, and what was checked is what is connected to. Must not know requests, nor open connections.
 */
package dev.hyperterse.calls.fetch.address;
