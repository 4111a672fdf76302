/**
 * References of a definition, resolved on its server: adapters, access, callers, addresses. Must not know which kind
 * of definition it is.
 */
package dev.hyperterse.compiler.leaf.link;
