/**
 * What is seen of the operator from outside: the port for probes and scrapes. It answers from what others say of
 * themselves and decides nothing.
 */
package dev.hyperterse.operator.admin;
