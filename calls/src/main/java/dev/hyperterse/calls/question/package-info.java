/**
 * Requests of a call to its client: elicitation, sampling and roots. A request is validated before it is sent, and its
 * reply before it is used. Knows no session and no stream.
 */
package dev.hyperterse.calls.question;
