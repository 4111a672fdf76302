/**
 * The parts of every call: caller, deadline, cancellation and failure. Independent of protocols, tools and engines.
 */
package dev.hyperterse.runtime.call;
