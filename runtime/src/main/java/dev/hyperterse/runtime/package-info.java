/**
 * Starts one replica and wires its parts; decides nothing itself. What a replica does lives in the packages below, and
 * none of them knows this one.
 */
package dev.hyperterse.runtime;
