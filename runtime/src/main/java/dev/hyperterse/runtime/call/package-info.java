/**
 * The parts of every call: caller, deadline, cancellation, failure and a turn among other calls. Independent of protocols, tools and engines.
 */
package dev.hyperterse.runtime.call;
