/**
 * What is wrong with an object, as values: a reason for machines, a rule, a message and a remedy for people. Every part
 * of the control plane collects these; nothing here knows how a problem is found or where it is shown.
 */
package dev.hyperterse.compiler.problem;
