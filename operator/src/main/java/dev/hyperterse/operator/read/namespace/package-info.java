/** Labels of namespaces, watched or polled as the rights of the operator allow. Must not know what a grant is. */
package dev.hyperterse.operator.read.namespace;
