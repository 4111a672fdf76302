/**
 * Follows all objects of a kind in the scope of the operator, without the parts that nothing reads. Must not know what
 * a change means.
 */
package dev.hyperterse.operator.read.kind;
