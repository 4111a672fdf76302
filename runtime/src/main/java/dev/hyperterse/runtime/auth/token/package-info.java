/** Tokens of issuers: their keys, their claims, and the challenge for a caller without one. */
package dev.hyperterse.runtime.auth.token;
