/**
 * Proofs of possession for tokens that are bound to a key (RFC 9449): a proof is checked against the request that carries it, and
 * is accepted once by each replica. Must not know issuers.
 */
package dev.hyperterse.runtime.auth.proof;
