/**
 * Starts one replica and wires its parts; decides nothing itself.
 */
package dev.hyperterse.runtime;
