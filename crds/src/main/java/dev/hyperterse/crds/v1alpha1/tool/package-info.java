/** The parts of a tool beside its action, its inputs and its result. */
package dev.hyperterse.crds.v1alpha1.tool;
