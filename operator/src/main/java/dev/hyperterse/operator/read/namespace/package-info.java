/** Labels of namespaces, watched where an operator may watch them. Must not know what a grant is. */
package dev.hyperterse.operator.read.namespace;
