/** The inputs of tools and queries, and the arguments of prompts and templates, with the bounds of their values. */
package dev.hyperterse.crds.v1alpha1.input;
