/**
 * A call as its stages see it: who calls, until when, and its client, which can be asked, told of progress and sent log
 * messages. Independent of the protocol that carries them.
 */
package dev.hyperterse.calls.context;
