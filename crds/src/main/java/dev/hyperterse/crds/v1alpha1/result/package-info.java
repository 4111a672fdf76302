/** The result of a tool: its shape, its keys, its format, and what happens to a large one. */
package dev.hyperterse.crds.v1alpha1.result;
