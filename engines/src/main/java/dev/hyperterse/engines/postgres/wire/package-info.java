/**
 * The protocol of Postgres, version 3: start-up, encryption, authentication, messages in both directions, cancel
 * requests. Must not know calls, pools or JSON.
 */
package dev.hyperterse.engines.postgres.wire;
