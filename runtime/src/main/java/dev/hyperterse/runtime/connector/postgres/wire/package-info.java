/**
 * The engine's protocol, version 3, from the first byte of a connection to the last: start-up, encryption, authentication,
 * messages both ways, cancel requests. Knows nothing of calls, pools or JSON.
 */
package dev.hyperterse.runtime.connector.postgres.wire;
