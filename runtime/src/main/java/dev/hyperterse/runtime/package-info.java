/**
 * Starts one replica and wires its parts, without any logic of its own. The packages below do the work; none of them
 * knows this one.
 */
package dev.hyperterse.runtime;
