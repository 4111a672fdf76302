/** The parts of a tool beside its action, its inputs and its result: hints, limits, cache, tasks, page for people. */
package dev.hyperterse.crds.v1alpha1.tool;
