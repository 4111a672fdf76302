/** Actions of a definition: a statement, a script, a request, an operation, a tool of another server, a builtin. */
package dev.hyperterse.crds.v1alpha1.action;
