/**
 * Asks the pods themselves what they serve, over their admin ports. It keeps the newest answers and draws no conclusion
 * from them but one: how far all replicas of a server have come.
 */
package dev.hyperterse.operator.observe;
